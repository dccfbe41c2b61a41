import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * One real Elasticsearch node on loopback, for tests. Arguments: its home folder, the folder of the modules to load, the
 * HTTP port (0 for any free one). Prints "listening on PORT" when it serves, and lives no longer than the process that
 * holds the other end of its stdin.
 */
public class ElasticsearchNode {
  public static void main(String[] args) throws Exception {
    liveAsLongAsStdin();
    LogConfigurator.configureESLogging();
    Path home = Path.of(args[0]);
    Settings settings =
        Settings.builder()
            .put("path.home", home.toString())
            .put("cluster.name", "directory-test")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", args[2])
            .put("transport.port", "0")
            // A test machine's disk may be fuller than the watermarks, at which indices become read-only
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    var environment = InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> "node-1");
    var modules = PluginsLoader.loadModulesBundles(Path.of(args[1]), false);
    Node node = new Node(environment, PluginsLoader.createPluginsLoader(modules, Set.of(), Map.of(), false));
    node.start();
    var address = node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress();
    System.out.println("listening on " + address.getPort());
  }

  /**
   * Keeps the process alive (the node's own threads do not) until stdin closes. The data is a test's, so nothing is
   * closed in an orderly way: what was acknowledged is on the disk already.
   */
  private static void liveAsLongAsStdin() {
    var watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {}
              } catch (Exception e) {
                e.printStackTrace();
              }
              Runtime.getRuntime().halt(0);
            },
            "stdin");
    watch.start();
  }
}
