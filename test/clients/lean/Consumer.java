import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ApiKeysApi;
import org.openapitools.client.api.LoginAndSessionsApi;
import org.openapitools.client.api.OrganizationsApi;
import org.openapitools.client.model.CreateApiKeyRequest;
import org.openapitools.client.model.LoginRequest;
import org.openapitools.client.model.Organization;
import org.openapitools.client.model.SearchRequest;

/** Uses the client of openapi-generator for Java. */
public class Consumer {
  public static void main(String[] args) throws Exception {
    var login = new LoginRequest().email(env("EMAIL")).password(env("PASSWORD"));
    var tokens = new LoginAndSessionsApi(client(Map.of())).login(login).getData();
    var account = client(Map.of("Authorization", "Bearer " + tokens.getAccessToken()));
    var made = new ApiKeysApi(account).createApiKey(new CreateApiKeyRequest().name("java"));
    var directory = new OrganizationsApi(client(Map.of("X-API-Key", made.getData().getKey())));
    Map<String, Object> body =
        Map.of("query", Map.of("match", Map.of("name", "water")), "size", 2);
    var found =
        directory.search(new SearchRequest().index("organization-serp*").body(body)).getData();
    List<String> names = found.getResults().stream().map(Organization::getName).toList();
    var one = directory.organization("32-6868679", null, null, null).getData().getOrganization();
    var told = Map.of("total", found.getTotal(), "names", names, "name", one.getName());
    System.out.println(ApiClient.createDefaultObjectMapper().writeValueAsString(told));
  }

  private static ApiClient client(Map<String, String> headers) {
    var client = new ApiClient();
    client.updateBaseUri(env("BASE_URL"));
    client.setRequestInterceptor(request -> headers.forEach(request::header));
    return client;
  }

  private static String env(String name) {
    return System.getenv(name);
  }
}
