// Uses the client of oapi-codegen.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"github.com/oapi-codegen/runtime/types"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func client(name, value string) *ClientWithResponses {
	sent := WithRequestEditorFn(func(_ context.Context, req *http.Request) error {
		if name != "" {
			req.Header.Set(name, value)
		}
		return nil
	})
	return must(NewClientWithResponses(os.Getenv("BASE_URL"), sent))
}

func main() {
	ctx := context.Background()
	email, password := types.Email(os.Getenv("EMAIL")), os.Getenv("PASSWORD")
	login := LoginJSONRequestBody{Email: email, Password: password}
	tokens := must(client("", "").LoginWithResponse(ctx, login)).JSON200.Data
	account := client("Authorization", "Bearer "+tokens.AccessToken)
	made := must(account.CreateApiKeyWithResponse(ctx, CreateApiKeyJSONRequestBody{Name: "go"}))
	directory := client("X-API-Key", made.JSON201.Data.Key)
	body := SearchBody{"query": map[string]any{"match": map[string]any{"name": "water"}}, "size": 2}
	search := SearchJSONRequestBody{Index: "organization-serp*", Body: body}
	found := must(directory.SearchWithResponse(ctx, search)).JSON200.Data
	names := []string{}
	for _, hit := range found.Results {
		names = append(names, *hit.Name)
	}
	one := must(directory.OrganizationWithResponse(ctx, "32-6868679", nil)).JSON200.Data
	told := map[string]any{"total": found.Total, "names": names, "name": one.Organization.Name}
	must(0, json.NewEncoder(os.Stdout).Encode(told))
}
