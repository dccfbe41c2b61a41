import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * The token filters of the directory's mappings that Elasticsearch keeps in a module which is not on Maven Central
 * (analysis-common), over Lucene's own classes, with Elasticsearch's names, settings and defaults.
 */
public class AnalysisFilters extends Plugin implements AnalysisPlugin {
  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "asciifolding", (index, environment, name, settings) -> new Normalizing(name, asciiFolding(settings)),
        "edge_ngram", (index, environment, name, settings) -> new Plain(name, edgeNGram(settings)),
        "pattern_replace", (index, environment, name, settings) -> new Normalizing(name, patternReplace(name, settings)),
        "stemmer", (index, environment, name, settings) -> new Plain(name, stemmer(settings)));
  }

  @Override
  public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
    return List.of(
        PreConfiguredTokenFilter.singleton("asciifolding", true, ASCIIFoldingFilter::new),
        PreConfiguredTokenFilter.singleton("edge_ngram", false, false, words -> new EdgeNGramTokenFilter(words, 1)),
        PreConfiguredTokenFilter.singleton("stemmer", false, PorterStemFilter::new));
  }

  private static UnaryOperator<TokenStream> asciiFolding(Settings settings) {
    boolean preserve = settings.getAsBoolean("preserve_original", false);
    return words -> new ASCIIFoldingFilter(words, preserve);
  }

  private static UnaryOperator<TokenStream> edgeNGram(Settings settings) {
    int least = settings.getAsInt("min_gram", 1);
    int most = settings.getAsInt("max_gram", 2);
    boolean preserve = settings.getAsBoolean("preserve_original", false);
    return words -> new EdgeNGramTokenFilter(words, least, most, preserve);
  }

  private static UnaryOperator<TokenStream> patternReplace(String name, Settings settings) {
    String given = settings.get("pattern");
    if (given == null) throw new IllegalArgumentException("pattern is missing for [" + name + "]");
    Pattern pattern = Regex.compile(given, settings.get("flags"));
    String replacement = settings.get("replacement", "");
    boolean all = settings.getAsBoolean("all", true);
    return words -> new PatternReplaceFilter(words, pattern, replacement, all);
  }

  private static UnaryOperator<TokenStream> stemmer(Settings settings) {
    String language = settings.get("language", settings.get("name", "porter"));
    // Elasticsearch takes both for Porter's first algorithm
    if (language.equals("english") || language.equals("porter")) return PorterStemFilter::new;
    throw new IllegalArgumentException("the test node has no stemmer of language [" + language + "]");
  }

  /** A filter of whole words only: parts of words, such as a wildcard's, pass it by. */
  private static class Plain extends AbstractTokenFilterFactory {
    private final UnaryOperator<TokenStream> filter;

    Plain(String name, UnaryOperator<TokenStream> filter) {
      super(name);
      this.filter = filter;
    }

    @Override
    public TokenStream create(TokenStream words) {
      return filter.apply(words);
    }
  }

  /** A filter of letters, which parts of words and keywords with a normalizer pass too. */
  private static class Normalizing extends Plain implements NormalizingTokenFilterFactory {
    Normalizing(String name, UnaryOperator<TokenStream> filter) {
      super(name, filter);
    }
  }
}
