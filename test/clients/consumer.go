// Uses the client of oapi-codegen: prints the answers to all searches, and others, as JSON.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"reflect"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func ptr[T any](value T) *T { return &value }

func with(name, value string) ClientOption {
	return WithRequestEditorFn(func(_ context.Context, req *http.Request) error {
		req.Header.Set(name, value)
		return nil
	})
}

func read[T any](text []byte) T {
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		panic(err)
	}
	return value
}

// Go leaves optional members that are null out, which the engine reads alike.
func withoutNulls(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = withoutNulls(value[i])
		}
	case map[string]any:
		for name, member := range value {
			if value[name] = withoutNulls(member); member == nil {
				delete(value, name)
			}
		}
	}
	return value
}

// What is read is written again without a change.
func check[T any](file string) []T {
	raw := read[[]json.RawMessage](must(os.ReadFile(os.Getenv(file))))
	values := make([]T, len(raw))
	for i, text := range raw {
		values[i] = read[T](text)
		written := must(json.Marshal(values[i]))
		if !reflect.DeepEqual(withoutNulls(read[any](text)), read[any](written)) {
			panic(string(text) + " became " + string(written))
		}
	}
	return values
}

func main() {
	ctx, url := context.Background(), os.Getenv("BASE_URL")
	anonymous := must(NewClientWithResponses(url))
	login := map[string]string{"email": os.Getenv("EMAIL"), "password": os.Getenv("PASSWORD")}
	tokens := must(anonymous.LoginWithResponse(ctx, read[LoginJSONRequestBody](must(json.Marshal(login)))))
	account := must(NewClientWithResponses(url, with("Authorization", "Bearer "+tokens.JSON200.Data.AccessToken)))
	made := must(account.CreateApiKeyWithResponse(ctx, CreateApiKeyJSONRequestBody{Name: "generated"}))
	directory := must(NewClientWithResponses(url, with("X-API-Key", made.JSON201.Data.Key)))

	found := func(request SearchRequest) SearchResult {
		answer := must(directory.SearchWithResponse(ctx, request))
		if answer.JSON200 == nil {
			panic(string(answer.Body))
		}
		return answer.JSON200.Data
	}
	check[SearchBody]("BODIES")
	results := []SearchResult{}
	for _, search := range check[SearchRequest]("SEARCHES") {
		results = append(results, found(search))
	}

	request := func(body string) SearchRequest {
		return SearchRequest{Index: "organization-entity", Body: read[SearchBody]([]byte(body))}
	}
	ordered := request(`{"query":{"match_all":{}},"sort":[{"founded_year":{"order":"desc"}},"id"],"size":2}`)
	first := found(ordered)
	after := must(json.Marshal(first.Results[len(first.Results)-1].UnderscoreSort))
	second := ordered
	second.Body.SearchAfter = read[SearchBody]([]byte(`{"query":{"match_all":{}},"search_after":` + string(after) + `}`)).SearchAfter
	ids := []string{}
	for _, hit := range append(first.Results, found(second).Results...) {
		ids = append(ids, hit.Id)
	}
	counted := found(request(`{"query":{"match_all":{}},"size":0,"aggs":{"regions":{"terms":{"field":"region"}}}}`))
	explained := must(directory.ExplainWithResponse(ctx, ordered))
	refused := must(directory.SearchWithResponse(ctx, request(`{"query":{"match_all":{}},"size":100000}`)))
	mistakes := []string{}
	problem := must(refused.JSON400.Error.AsValidationError())
	for name := range problem.Details {
		mistakes = append(mistakes, name)
	}

	// The search templates, and a tool of MCP
	page := must(directory.FindWithResponse(ctx, &FindParams{
		Q: ptr("foundation"), Region: &[]string{"CA"}, FoundedFrom: ptr[int32](1900), Size: ptr[int32](2),
		Near: ptr("Fresno"), Radius: ptr("300 mi"),
		Fields: &[]FindParamsFields{"id", "name"},
		Facets: &[]FindParamsFacets{"region", "founded"},
	}))
	organization := must(directory.OrganizationWithResponse(ctx, "32-6868679", nil))
	suggested := must(directory.SuggestWithResponse(ctx, &SuggestParams{Q: "rho"}))
	missing := must(directory.OrganizationWithResponse(ctx, "org-9999", nil))
	params := map[string]any{"name": "get_organization", "arguments": map[string]string{"id": "32-6868679"}}
	call := McpRequest{Jsonrpc: "2.0", Method: "tools/call", Params: &params, Id: &McpRequest_Id{}}
	must(0, call.Id.FromMcpRequestId1(1))
	called := must(directory.McpWithResponse(ctx, call))
	content := (*called.JSON200.Result)["content"].([]any)[0].(map[string]any)

	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"results":  results,
		"ids":      ids,
		"buckets":  (*counted.Aggregations)["regions"]["buckets"],
		"accepted": explained.JSON200.Data.Accepted,
		"code":     problem.Code,
		"mistakes": mistakes,
		"asked": map[string]any{
			"found":        page.JSON200.Data,
			"organization": organization.JSON200.Data,
			"suggested":    suggested.JSON200.Data,
		},
		"missing": must(missing.JSON404.Error.AsNotFoundError()).Code,
		"tool":    read[any]([]byte(content["text"].(string))),
	}))
}
