/**
 * Every name that Elasticsearch 9 registers: from the constants of its 9.5.3 jars (SearchModule and
 * the builders) and from elastic/elasticsearch-specification (QueryContainer, AggregationContainer,
 * SearchRequest), which adds the modules. The words are Elasticsearch's; which of them pass is
 * written by hand below.
 */
const words = (text: string) => text.trim().split(/\s+/)

export const elasticsearchQueries = words(`
  bool boosting combined_fields common constant_score dis_max distance_feature exact_knn exists
  field_masking_span function_score fuzzy geo_bounding_box geo_distance geo_grid geo_polygon
  geo_shape has_child has_parent ids intervals knn knn_score_doc match match_all match_bool_prefix
  match_none match_phrase match_phrase_prefix more_like_this multi_match nested parent_id percolate
  pinned prefix query_string random_sampling range rank_doc rank_docs_query rank_feature regexp rule
  rule_query script script_score semantic shape simple_query_string span_containing
  span_field_masking span_first span_gap span_multi span_near span_not span_or span_term span_within
  sparse_vector template term terms terms_set text_expansion to_child_block_join type
  weighted_tokens wildcard wrapper`)

export const elasticsearchAggregations = words(`
  adjacency_matrix auto_date_histogram avg avg_bucket boxplot bucket_correlation
  bucket_count_ks_test bucket_script bucket_selector bucket_sort cardinality cartesian_bounds
  cartesian_centroid categorize_text change_point children composite counted_terms
  cumulative_cardinality cumulative_sum date_histogram date_range derivative diversified_sampler
  extended_stats extended_stats_bucket filter filters frequent_item_sets geo_bounds geo_centroid
  geo_distance geo_line geohash_grid geohex_grid geotile_grid global histogram inference ip_prefix
  ip_range line matrix_stats max max_bucket median_absolute_deviation min min_bucket missing
  moving_avg moving_fn moving_percentiles multi_terms nested normalize parent percentile_ranks
  percentiles percentiles_bucket random_sampler range rare_terms rate reset_tracking reverse_nested
  sampler scripted_metric serial_diff significant_terms significant_text stats stats_bucket
  string_stats sum sum_bucket t_test terms time_series top_hits top_metrics value_count
  variable_width_histogram weighted_avg`)

export const elasticsearchKeys = words(`
  _source aggregations aggs collapse docvalue_fields explain ext fields from highlight indices_boost
  knn min_score pit post_filter profile project_routing query rank rescore retriever
  runtime_mappings script_fields search_after seq_no_primary_term size slice sort stats
  stored_fields sub_searches suggest terminate_after timeout track_scores track_total_hits version`)

/** What passes without a switch (docs/search-rules.md, What is allowed). */
export const openQueries = words(`
  match_all match_none match match_phrase match_phrase_prefix match_bool_prefix multi_match
  combined_fields query_string simple_query_string term terms range exists prefix wildcard fuzzy ids
  bool constant_score dis_max boosting nested function_score distance_feature geo_distance
  geo_bounding_box geo_grid geo_shape`)

export const openAggregations = words(`
  terms multi_terms rare_terms range date_range ip_range histogram date_histogram
  auto_date_histogram variable_width_histogram filter filters missing global nested reverse_nested
  composite geo_distance geohash_grid geotile_grid geohex_grid geo_bounds geo_centroid sampler
  significant_terms min max avg sum stats extended_stats value_count cardinality percentiles
  percentile_ranks boxplot string_stats weighted_avg median_absolute_deviation matrix_stats top_hits
  top_metrics avg_bucket max_bucket min_bucket sum_bucket stats_bucket extended_stats_bucket
  percentiles_bucket cumulative_sum derivative serial_diff bucket_sort`)

export const openKeys = words(`
  query size from sort aggs aggregations _source post_filter min_score track_scores track_total_hits
  search_after collapse highlight timeout`)
