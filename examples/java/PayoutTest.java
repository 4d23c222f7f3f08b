// A payout against Saldo, in Java 17 or later without libraries: java examples/java/PayoutTest.java
// SALDO_URL names a running sandbox. Without it, the test starts the image `saldo` in a container.

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class PayoutTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static String url = System.getenv("SALDO_URL");
    private static String key = System.getenv().getOrDefault("SALDO_API_KEY", "sandbox-key");
    private static String host = "127.0.0.1";
    private static String container = "";
    private static volatile String secret = "";

    /** Returns whether the header is the signature of these bytes. Verify before anything parses the body. */
    static boolean isSigned(String secret, byte[] body, String header) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), header.getBytes(StandardCharsets.UTF_8));
    }

    public static void main(String[] args) throws Exception {
        if (url == null) startContainer();
        try {
            aPayoutIsConfirmedAndAHoldIsReleased();
            check(!isSigned("whsec_1", "{}".getBytes(), "sha256=" + "0".repeat(64)), "a forged signature is rejected");
        } finally {
            if (!container.isEmpty()) run("docker", "rm", "--force", "--volumes", container);
        }
    }

    private static void aPayoutIsConfirmedAndAHoldIsReleased() throws Exception {
        key = member("apiKey", call("POST", "/sandbox/worlds", """
            {"fixture": "default", "clock": {"mode": "frozen"}, "seed": "test"}"""));
        List<String> events = new CopyOnWriteArrayList<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(0), 0);
        receiver.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String signature = exchange.getRequestHeaders().getFirst("X-Webhook-Signature");
            int status = 401;
            try {
                if (isSigned(secret, body, signature == null ? "" : signature)) status = 204;
            } catch (Exception broken) {
                status = 500;
            }
            if (status == 204) events.add(member("event", new String(body, StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        receiver.start();
        try {
            call("PUT", "/sandbox/routes", "{\"hooks.acme.dev\": \"http://%s:%d\"}".formatted(host, receiver.getAddress().getPort()));
            secret = member("secret", call("POST", "/webhook", """
                {"name": "Payouts", "url": "https://hooks.acme.dev/saldo", "events": ["withdraw.completed"]}"""));
            String withdrawId = member("withdrawId", call("POST", "/account-balance/withdraw", "{\"value\": 50000}"));
            String code = member("otpCode", call("GET", "/sandbox/inbox", null));
            call("POST", "/account-balance/withdraw/confirm",
                "{\"withdrawId\": \"%s\", \"otpCode\": \"%s\"}".formatted(withdrawId, code));
            call("POST", "/sandbox/clock/advance", "{\"by\": \"P30D\"}");
            check(events.equals(List.of("withdraw.completed")), "the receiver got one signed event");
            String balance = call("GET", "/account-balance", null);
            check(balance.contains("\"balance\":125000,") && balance.contains("\"reservedBalance\":0,"),
                "the payout is paid, the hold released");
        } finally {
            receiver.stop(0);
        }
    }

    private static String call(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
            .header("X-API-KEY", key)
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
        var answer = HTTP.send(request, BodyHandlers.ofString());
        if (answer.statusCode() >= 400) throw new AssertionError(method + " " + path + ": " + answer.body());
        return answer.body();
    }

    /** Returns the first member of this name that is a string. An application uses its own JSON library instead. */
    private static String member(String name, String json) {
        var found = Pattern.compile("\"" + name + "\":\\s*\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new AssertionError("no " + name + " in " + json);
        return found.group(1);
    }

    private static void startContainer() throws Exception {
        container = run("docker", "run", "--detach", "--publish", "127.0.0.1::4400",
            "--add-host", "host.docker.internal:host-gateway", "saldo");
        url = "http://" + run("docker", "port", container, "4400/tcp");
        host = "host.docker.internal";
        for (long deadline = System.currentTimeMillis() + 30_000; ; Thread.sleep(100)) {
            try {
                call("GET", "/sandbox/health", null);
                return;
            } catch (java.io.IOException notYet) {
                if (System.currentTimeMillis() > deadline) throw notYet;
            }
        }
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        if (process.waitFor() != 0) throw new AssertionError(String.join(" ", command) + " failed");
        return output;
    }

    private static void check(boolean isTrue, String what) {
        if (!isTrue) throw new AssertionError("not so: " + what);
        System.out.println("ok: " + what);
    }
}
