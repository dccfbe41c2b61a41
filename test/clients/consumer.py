"""Uses the client of openapi-python-client: prints the answers to all searches, and others, as JSON."""

import json
import os

from nonprofit_organization_directory_api_client import AuthenticatedClient, Client
from nonprofit_organization_directory_api_client.api.api_keys import create_api_key
from nonprofit_organization_directory_api_client.api.login_and_sessions import login
from nonprofit_organization_directory_api_client.api.organizations import (
    explain,
    find,
    mcp,
    organization,
    search,
    suggest,
)
from nonprofit_organization_directory_api_client.models import (
    CreateApiKeyBody,
    Explanation,
    LoginBody,
    McpAnswer,
    McpRequest,
    McpRequestParams,
    CreatedApiKeyEnvelope,
    NotFoundError,
    OrganizationAnswerEnvelope,
    FindAnswerEnvelope,
    FindFacetsItem,
    FindFieldsItem,
    SuggestAnswerEnvelope,
    SearchBody,
    SearchRequest,
    SearchResult,
    SearchResultEnvelope,
    ExplanationEnvelope,
    TokensEnvelope,
    ValidationError,
    ErrorEnvelope,
)

base_url = os.environ["BASE_URL"]
credentials = LoginBody(email=os.environ["EMAIL"], password=os.environ["PASSWORD"])
tokens = login.sync(client=Client(base_url=base_url), body=credentials)
assert isinstance(tokens, TokensEnvelope)
account = AuthenticatedClient(base_url=base_url, token=tokens.data.access_token)
made = create_api_key.sync(client=account, body=CreateApiKeyBody(name="generated"))
assert isinstance(made, CreatedApiKeyEnvelope)
directory = AuthenticatedClient(
    base_url=base_url, token=made.data.key, prefix="", auth_header_name="X-API-Key"
)


def found(request: SearchRequest) -> SearchResult:
    answer = search.sync(client=directory, body=request)
    assert isinstance(answer, SearchResultEnvelope), answer
    return answer.data


with open(os.environ["SEARCHES"]) as file:
    searches = json.load(file)
# What is read is written again without a change
for one in searches:
    assert SearchRequest.from_dict(one).to_dict() == one, one
with open(os.environ["BODIES"]) as file:
    for body in json.load(file):
        assert SearchBody.from_dict(body).to_dict() == body, body
results = [found(SearchRequest.from_dict(one)).to_dict() for one in searches]

index = "organization-entity"
everything: dict[str, object] = {"query": {"match_all": {}}}
ordered = {**everything, "sort": [{"founded_year": {"order": "desc"}}, "id"], "size": 2}
first = found(SearchRequest(index, SearchBody.from_dict(ordered)))
after = first.results[-1].field_sort
second = found(SearchRequest(index, SearchBody.from_dict({**ordered, "search_after": after})))
ids = [hit.id for hit in first.results + second.results]

regions = {"regions": {"terms": {"field": "region"}}}
counted = found(SearchRequest(index, SearchBody.from_dict({**everything, "size": 0, "aggs": regions})))
buckets = counted.to_dict()["aggregations"]["regions"]["buckets"]

explained = explain.sync(client=directory, body=SearchRequest(index, SearchBody.from_dict(ordered)))
assert isinstance(explained, ExplanationEnvelope)
explanation: Explanation = explained.data
large = SearchBody.from_dict({**everything, "size": 100_000})
refused = search.sync(client=directory, body=SearchRequest(index, large))
assert isinstance(refused, ErrorEnvelope)
error = refused.error
assert isinstance(error, ValidationError)

# The search templates, and a tool of MCP
page = find.sync(
    client=directory,
    q="foundation",
    region=["CA"],
    founded_from=1900,
    near="Fresno",
    radius="300 mi",
    size=2,
    fields=[FindFieldsItem.ID, FindFieldsItem.NAME],
    facets=[FindFacetsItem.REGION, FindFacetsItem.FOUNDED],
)
assert isinstance(page, FindAnswerEnvelope), page
one = organization.sync("32-6868679", client=directory)
assert isinstance(one, OrganizationAnswerEnvelope), one
suggested = suggest.sync(client=directory, q="rho")
assert isinstance(suggested, SuggestAnswerEnvelope), suggested
missing = organization.sync("org-9999", client=directory)
assert isinstance(missing, ErrorEnvelope) and isinstance(missing.error, NotFoundError), missing

params = {"name": "get_organization", "arguments": {"id": "32-6868679"}}
call = McpRequest("2.0", "tools/call", 1, McpRequestParams.from_dict(params))
called = mcp.sync(client=directory, body=call)
assert isinstance(called, McpAnswer) and called.result, called

print(
    json.dumps(
        {
            "results": results,
            "ids": ids,
            "buckets": buckets,
            "accepted": explanation.accepted,
            "code": error.code,
            "mistakes": list(error.details.to_dict()),
            "asked": {
                "found": page.data.to_dict(),
                "organization": one.data.to_dict(),
                "suggested": suggested.data.to_dict(),
            },
            "missing": missing.error.code,
            "tool": json.loads(called.result["content"][0]["text"]),
        }
    )
)
