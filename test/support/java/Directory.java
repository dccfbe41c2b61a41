import java.io.FileInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Logs in, makes an API key and searches with Java's own client as it is: over plain HTTP it asks for h2c with each request.
 * Arguments: URL, e-mail, password and, for https, a file with the certificate. Prints `version status` of each answer.
 */
public class Directory {
  private static HttpClient client;
  private static String url;

  public static void main(String[] args) throws Exception {
    url = args[0];
    HttpClient.Builder builder = HttpClient.newBuilder();
    if (args.length > 3) builder.sslContext(trusting(args[3]));
    client = builder.build();

    String login = "{\"email\":\"" + args[1] + "\",\"password\":\"" + args[2] + "\"}";
    String token = member("accessToken", post("/api/v1/auth/login", login));
    String key = member("key", post("/api/v1/api-keys", "{\"name\":\"java\"}", "Authorization", "Bearer " + token));
    String query = "{\"index\":\"organization-serp\",\"body\":{\"query\":{\"match_all\":{}},\"size\":1}}";
    for (int i = 0; i < 3; i++) {
      member("total", post("/api/v1/organizations/search", query, "X-API-Key", key));
      get("/api/v1/organizations/fields", "X-API-Key", key);
    }
  }

  private static String post(String path, String body, String... headers) throws Exception {
    return send(to(path, "Content-Type", "application/json").POST(BodyPublishers.ofString(body)), headers);
  }

  private static String get(String path, String... headers) throws Exception {
    return send(to(path, "Accept", "*/*").GET(), headers);
  }

  private static HttpRequest.Builder to(String path, String name, String value) {
    return HttpRequest.newBuilder(URI.create(url + path)).header(name, value);
  }

  private static String send(HttpRequest.Builder request, String... headers) throws Exception {
    if (headers.length > 0) request.headers(headers);
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    System.out.println(answer.version() + " " + answer.statusCode());
    return answer.body();
  }

  private static String member(String name, String json) {
    var found = Pattern.compile("\"" + name + "\":\"?([^\",}]+)").matcher(json);
    if (!found.find()) throw new IllegalStateException("no " + name + " in " + json);
    return found.group(1);
  }

  private static SSLContext trusting(String file) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var stream = new FileInputStream(file)) {
      store.setCertificateEntry("gateway", CertificateFactory.getInstance("X.509").generateCertificate(stream));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
