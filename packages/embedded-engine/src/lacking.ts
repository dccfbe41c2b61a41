import { type EngineError, type Unsupported, unsupported } from './errors.js'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** The parameters that some aggregations lack alike. */
const ofAggregations = (parameters: string, types: string) =>
  Object.fromEntries(
    Array.from(words(types), (type) => [`the ${type} aggregation`, words(parameters)]),
  )

/**
 * What Elasticsearch 9 knows and this engine does not, by the place where it is: names of
 * Elasticsearch's own registries and parsers (9.5.3). A name that is on no list is a mistake of the
 * caller.
 */
const lacking: Readonly<Record<string, ReadonlySet<string>>> = {
  query: words(`
    combined_fields distance_feature exact_knn field_masking_span function_score geo_grid
    geo_polygon geo_shape has_child has_parent intervals knn knn_score_doc more_like_this nested
    parent_id percolate pinned random_sampling rank_doc rank_docs_query rank_feature regexp rule
    rule_query script script_score semantic shape span_containing span_field_masking span_first
    span_gap span_multi span_near span_not span_or span_term span_within sparse_vector template
    terms_set text_expansion to_child_block_join weighted_tokens wrapper`),
  aggregation: words(`
    adjacency_matrix auto_date_histogram avg_bucket boxplot bucket_correlation bucket_count_ks_test
    bucket_script bucket_selector bucket_sort cartesian_bounds cartesian_centroid categorize_text
    change_point children counted_terms cumulative_cardinality cumulative_sum derivative
    diversified_sampler extended_stats_bucket frequent_item_sets geo_distance geo_line geohex_grid
    inference ip_prefix ip_range line matrix_stats max_bucket median_absolute_deviation min_bucket
    moving_avg moving_fn moving_percentiles multi_terms nested normalize parent percentile_ranks
    percentiles percentiles_bucket random_sampler rare_terms rate reset_tracking reverse_nested
    sampler scripted_metric serial_diff significant_terms significant_text stats_bucket string_stats
    sum_bucket t_test time_series top_metrics variable_width_histogram weighted_avg`),
  'search body': words(`
    ext indices_boost knn project_routing rank rescore retriever runtime_mappings script_fields
    slice stats stored_fields sub_searches suggest terminate_after`),
  'field type': words(`
    aggregate_metric_double alias binary completion constant_keyword counted_keyword date_nanos
    date_range dense_vector double_range exponential_histogram flattened float_range geo_shape
    half_float histogram integer_range ip ip_range join long_range match_only_text nested
    passthrough pattern_text percolator point rank_feature rank_features rank_vectors scaled_float
    search_as_you_type semantic_text shape sparse_vector token_count unsigned_long version wildcard`),
  'a mapping': words(`
    _data_stream_timestamp _doc_count _field_names _routing _source dynamic_date_formats
    numeric_detection runtime subobjects`),
  'a dynamic template': words(
    'match match_pattern path_match path_unmatch runtime unmatch unmatch_mapping_type',
  ),
  'an object': words('dynamic store_array_source subobjects synthetic_source_keep'),
  'a text field': words(`
    copy_to eager_global_ordinals fielddata fielddata_frequency_filter index index_options
    index_phrases index_prefixes norms position_increment_gap search_quote_analyzer similarity store
    term_vector`),
  'a keyword field': words(`
    copy_to doc_values eager_global_ordinals index index_options norms on_script_error script
    similarity split_queries_on_whitespace store time_series_dimension`),
  'a number field': words(`
    coerce copy_to doc_values index on_script_error script store time_series_dimension
    time_series_metric`),
  'a date field': words('copy_to doc_values index locale on_script_error script store'),
  'a boolean field': words(
    'copy_to doc_values index on_script_error script store time_series_dimension',
  ),
  'a geo_point field': words(
    'copy_to doc_values ignore_z_value index on_script_error script store',
  ),
  analyzer: words(`
    arabic armenian basque bengali brazilian bulgarian catalan chinese cjk czech danish default
    dutch english estonian fingerprint finnish french galician german greek hindi hungarian
    indonesian irish italian latvian lithuanian norwegian pattern persian portuguese romanian
    russian serbian simple snowball sorani spanish stop swedish thai turkish`),
  normalizer: words('lowercase'),
  tokenizer: words(`
    char_group classic edge_ngram letter lowercase ngram path_hierarchy pattern simple_pattern
    simple_pattern_split thai uax_url_email`),
  'token filter': words(`
    apostrophe arabic_normalization arabic_stem bengali_normalization brazilian_stem cjk_bigram
    cjk_width classic common_grams condition czech_stem decimal_digit delimited_payload
    dictionary_decompounder dutch_stem edge_ngram elision fingerprint flatten_graph french_stem
    german_normalization german_stem hindi_normalization hunspell hyphenation_decompounder
    indic_normalization keep keep_types keyword_marker keyword_repeat kstem length limit min_hash
    multiplexer ngram persian_normalization persian_stem porter_stem predicate_token_filter
    remove_duplicates reverse russian_stem scandinavian_folding scandinavian_normalization
    serbian_normalization shingle snowball sorani_normalization stemmer_override stop synonym
    synonym_graph trim truncate type_as_payload unique uppercase word_delimiter word_delimiter_graph`),
  'an index template': words(`
    allow_auto_create composed_of created_date_millis data_stream deprecated
    ignore_missing_component_templates modified_date_millis`),
  'an alias action': words(`
    filter index_routing is_hidden is_write_index must_exist routing search_routing`),
  'a bulk request': words(`
    dynamic_templates if_primary_term if_seq_no pipeline require_alias require_data_stream
    retry_on_conflict routing update version version_type`),
  call: words(`
    _alias _aliases _analyze _async_search _block _cache _cat _clone _close _cluster
    _component_template _create_from _data_stream _delete_by_query _disk_usage _enrich _eql _esql
    _explain _field_caps _field_usage_stats _flush _forcemerge _graph _health_report _ilm
    _index_template _inference _info _ingest _knn_search _license _mapping _mget _migration _ml
    _msearch _mtermvectors _mvt _nodes _open _query _query_rules _rank_eval _recovery _reindex
    _reload_search_analyzers _remote _render _resolve _rollover _rollup _scripts _search_shards
    _security _segments _settings _shard_stores _shrink _slm _snapshot _source _split _sql _stats
    _synonyms _tasks _template _terms_enum _termvectors _transform _update _update_by_query
    _validate _watcher _xpack`),
  'this call': words(`
    _source _source_exclude_vectors _source_excludes _source_includes analyze_wildcard analyzer
    default_operator df docvalue_fields explain force_synthetic_source format if_primary_term
    if_seq_no include_named_queries_score lenient level list_executed_pipelines local min_score
    pipeline q require_data_stream rest_total_hits_as_int routing scroll seq_no_primary_term sort
    stats stored_fields suggest_field suggest_mode suggest_size suggest_text terminate_after
    track_scores typed_keys version version_type wait_for_active_shards wait_for_events
    wait_for_nodes`),
  bool: words('adjust_pure_negative'),
  fuzzy: words('rewrite term'),
  match_bool_prefix: words('fuzzy_rewrite'),
  query_string: words('fuzzy_rewrite quote_analyzer quote_field_suffix rewrite'),
  simple_query_string: words('quote_field_suffix type'),
  term: words('term'),
  sort: words('nested numeric_type'),
  highlight: words('fragment_offset fragmenter highlight_filter matched_fields options'),
  collapse: words('inner_hits max_concurrent_group_searches'),
  _source: words('exclude_vectors'),
  fields: words('include_unmapped'),
  'a composite source': words('bounds script value_type'),
  ...ofAggregations('script value_type', 'terms range date_range histogram date_histogram'),
  ...ofAggregations(
    'script value_type',
    'avg sum min max stats extended_stats value_count cardinality',
  ),
  ...ofAggregations('missing script value_type', 'missing geo_centroid'),
  ...ofAggregations('missing value_type', 'geo_bounds geotile_grid'),
  ...ofAggregations('bounds missing value_type', 'geohash_grid'),
  ...ofAggregations(
    'docvalue_fields explain fields script_fields seq_no_primary_term stored_fields version',
    'top_hits',
  ),
}

/** Places whose names are reported with the place before them. */
const namedBy = ['field type', 'analyzer', 'normalizer', 'tokenizer', 'token filter']
/** Places whose names stand for themselves; of others the refusal shows the place too. */
const wholes = ['query', 'aggregation', 'search body']

/**
 * The refusal of a name that this engine does not know at a place.
 * @param place A key of the list above; one that is missing lacks nothing.
 * @param mistake How Elasticsearch refuses a name that it does not know either.
 */
export function unknownName(
  place: string,
  name: string,
  mistake: EngineError,
): EngineError | Unsupported {
  if (!Object.hasOwn(lacking, place) || !lacking[place]!.has(name)) return mistake
  if (wholes.includes(place)) return unsupported(name)
  return unsupported(namedBy.includes(place) ? `the ${place} ${name}` : `${name} of ${place}`)
}

/** Whether Elasticsearch has the call that no route here answers. */
export function lacksCall(method: string, path: string): boolean {
  const isOfIndex = method === 'GET' && /^\/[^/_][^/]*$/.test(path)
  return (
    isOfIndex ||
    /^\/_search\/./.test(path) ||
    path.split('/').some((part) => lacking.call!.has(part))
  )
}
