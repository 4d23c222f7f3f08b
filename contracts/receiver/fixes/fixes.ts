import type { Fix } from "../../report/fix.ts";

type Ways = readonly [express: string, fastify: string, flask: string, laravel: string, spring: string];

/** How to fix what the clauses find. Code in it says `body` for the received bytes, and `event` for the JSON in them. */
export const fixes = {
  "raw-body": fix("raw-body", "Compute the HMAC over the bytes that arrived, before anything parses them.", [
    '`app.post("/hooks", express.raw({ type: "application/json" }), hook)` before `app.use(express.json())`: `req.body` is then a Buffer.',
    'In a plugin of its own: `app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => done(null, body))`.',
    "`body = request.get_data()`, and only then `json.loads(body)`; never `json.dumps(request.json)`.",
    "`$body = $request->getContent();` never `json_encode($request->all())`.",
    "`@PostMapping ResponseEntity<Void> hook(@RequestBody byte[] body)`, and only then `objectMapper.readTree(body)`; not `String`, not a class.",
  ]),
  "compare-signature": fix(
    "compare-signature",
    "Compare the whole header with `sha256=` and the HMAC-SHA256 in lower-case hex, in constant time; without a match, respond 401.",
    [
      '`const right = "sha256=" + createHmac("sha256", secret).update(body).digest("hex"); const [a, b] = [Buffer.from(req.get("X-Webhook-Signature") ?? ""), Buffer.from(right)]; if (a.length !== b.length || !timingSafeEqual(a, b)) return res.sendStatus(401);`',
      'As in Express, with `request.headers["x-webhook-signature"] ?? ""` and `return reply.code(401).send()`.',
      '`right = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()`, then `if not hmac.compare_digest(right.encode(), request.headers.get("X-Webhook-Signature", "").encode()): abort(401)`.',
      "`$right = 'sha256='.hash_hmac('sha256', $body, $secret); abort_unless(hash_equals($right, (string) $request->header('X-Webhook-Signature')), 401);`",
      '`Mac mac = Mac.getInstance("HmacSHA256"); mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256")); String right = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body)); if (signature == null || !MessageDigest.isEqual(right.getBytes(UTF_8), signature.getBytes(UTF_8))) return ResponseEntity.status(401).build();`',
    ],
  ),
  "right-secret": fix(
    "right-secret",
    "Use the secret of this webhook, and check that nothing rejects the request earlier.",
    [
      "`process.env.WEBHOOK_SECRET`, without quotes or a line end; no `csurf` or login in front of the route.",
      "`process.env.WEBHOOK_SECRET`, without quotes or a line end; no `preHandler` that asks for a login.",
      '`os.environ["WEBHOOK_SECRET"]`, without quotes or a line end; with Flask-WTF, `@csrf.exempt`.',
      "`config('services.webhook.secret')`, as `env()` is null with cached configuration. 419 is CSRF: put the route into `routes/api.php`.",
      '`environment.getRequiredProperty("webhook.secret")`, without quotes. 403 is CSRF: `http.csrf(c -> c.ignoringRequestMatchers("/hooks"))`, and `permitAll()` for the path.',
    ],
  ),
  "every-secret": fix("every-secret", "Accept a delivery that is signed with the secret of any of your webhooks.", [
    "`if (!secrets.some((secret) => isSigned(body, header, secret))) return res.sendStatus(401);`",
    "`if (!secrets.some((secret) => isSigned(body, header, secret))) return reply.code(401).send();`",
    "`if not any(is_signed(body, header, secret) for secret in secrets): abort(401)`",
    "`abort_unless(collect($secrets)->contains(fn ($secret) => isSigned($body, $header, $secret)), 401);`",
    "`if (secrets.stream().noneMatch(secret -> isSigned(body, header, secret))) return ResponseEntity.status(401).build();`",
  ]),
  "verify-first": fix(
    "verify-first",
    "Check the signature before anything is looked up, stored or done, for each request anew.",
    [
      '`app.post("/hooks", express.raw({ type: "application/json" }), verifySignature, hook)`; roll back when `hook` fails.',
      '`app.post("/hooks", { preHandler: verifySignature }, hook)`; roll back when `hook` fails.',
      "Verify in the first lines of the view; `db.session.rollback()` in its `except`.",
      "`Route::post('/hooks', HookController::class)->middleware(VerifySignature::class);` and `DB::transaction(fn () => ...)`: an exception rolls back.",
      "Verify in the first lines of the controller, then call a `@Transactional` method: an unchecked exception rolls back.",
    ],
  ),
  deduplicate: fix(
    "deduplicate",
    "After the check of the signature, insert X-Webhook-Delivery under a unique key, in the transaction of the work; if it is there, respond 204 and do nothing.",
    [
      '`const { rowCount } = await db.query("insert into deliveries (id) values ($1) on conflict do nothing", [req.get("X-Webhook-Delivery")]); if (rowCount === 0) return res.sendStatus(204);`',
      'As in Express, with `request.headers["x-webhook-delivery"]` and `return reply.code(204).send()`.',
      '`done = db.session.execute(insert(Delivery).values(id=request.headers["X-Webhook-Delivery"]).on_conflict_do_nothing())`, then `if done.rowcount == 0: return "", 204`.',
      "`if (DB::table('deliveries')->insertOrIgnore(['id' => $request->header('X-Webhook-Delivery')]) === 0) return response()->noContent();`",
      '`if (jdbc.update("insert into deliveries (id) values (?) on conflict do nothing", deliveryId) == 0) return ResponseEntity.noContent().build();`',
    ],
  ),
  "acknowledge-unknown": fix(
    "acknowledge-unknown",
    "Respond 204 to an event, or about a charge, that you do not know.",
    [
      '`switch (event.event) { case "charge.paid": await pay(event); }`, and `res.sendStatus(204)` behind it for all.',
      "`await handlers[event.event]?.(event); return reply.code(204).send();`",
      '`HANDLERS.get(event["event"], lambda _: None)(event)`, then `return "", 204`; no `first_or_404()`.',
      "`match ($event['event']) { 'charge.paid' => pay($event), default => null };` then `return response()->noContent();`; `find()`, not `findOrFail()`.",
      '`switch (event.path("event").asText()) { case "charge.paid" -> pay(event); default -> {} }`; no enum for names; `findById(id).ifPresent(...)`.',
    ],
  ),
  "tolerant-body": fix(
    "tolerant-body",
    "Read only the fields that you need; let them be null or absent, and ignore others.",
    [
      "`event.data.customer?.email ?? null`; with zod `.nullish()`, and no `.strict()`.",
      '`event.data.customer?.email ?? null`; in a schema `type: ["object", "null"]`, not in `required`, and no `additionalProperties: false`.',
      '`(event["data"].get("customer") or {}).get("email")`; with pydantic `Customer | None = None`, and no `extra="forbid"`.',
      "`data_get($event, 'data.customer.email')`; rules with `nullable`, not `required`.",
      "`@JsonIgnoreProperties(ignoreUnknown = true)`, `Integer` and not `int`, no `@NotNull`.",
    ],
  ),
  "parse-numbers": fix("parse-numbers", "Let a JSON parser read amounts, and then check that they are whole.", [
    "`Number.isInteger(event.data.total)` after `JSON.parse(body)`; no pattern over the text.",
    "`Number.isInteger(event.data.total)` after `JSON.parse(body)`; no pattern over the text.",
    '`total = Decimal(str(event["data"]["total"]))`, `total == int(total)`; not `isinstance(total, int)`.',
    "`$total = $event['data']['total']; abort_unless($total == (int) $total, 422);` not `is_int($total)`.",
    '`event.at("/data/total").decimalValue().longValueExact()`; not `isInt()`.',
  ]),
  "body-limit": fix(
    "body-limit",
    "Accept bodies of at least 1 MiB, also at the proxy in front (nginx: `client_max_body_size 1m`).",
    [
      '`express.raw({ type: "application/json", limit: "1mb" })`; the default is 100 KB.',
      '`app.post("/hooks", { bodyLimit: 1_048_576 }, hook)`, which is also the default.',
      '`app.config["MAX_CONTENT_LENGTH"] = 1024 * 1024`; there is no limit by default.',
      "`post_max_size = 8M` in `php.ini`, which is also the default.",
      "With WebFlux `spring.codec.max-in-memory-size=1MB` (`spring.http.codecs.max-in-memory-size` since Boot 3.5); the default is 256 KB.",
    ],
  ),
  "any-order": fix(
    "any-order",
    "Keep the newest state whatever comes first; acknowledge an older one and change nothing.",
    [
      "`insert into charges (id, rank) values ($1, $2) on conflict (id) do update set rank = greatest(charges.rank, excluded.rank)`",
      "As in Express: one statement that keeps the higher rank (pending, processing, paid).",
      "`if RANK[status] > RANK[charge.status]: charge.status = status`, with the row locked by `with_for_update()`.",
      "`Charge::firstOrCreate(['id' => $id])`, then `Charge::whereKey($id)->where('rank', '<', $rank)->update(['rank' => $rank]);`",
      '`@Query("update Charge c set c.rank = :rank where c.id = :id and c.rank < :rank")` after an insert that may find it there.',
    ],
  ),
  "own-state": fix("own-state", "Keep nothing of one request where another finds it, and serve several at once.", [
    "Variables within the handler or `res.locals`, none of the module; a pool of connections (`new pg.Pool()`).",
    "Variables within the handler or `decorateRequest`, none of the module; a pool of connections.",
    "`flask.g` or local variables, no `global`; several workers: `gunicorn --workers 4 app:app`.",
    "No static properties; with Octane `scoped()` and not `singleton()`; enough `pm.max_children`.",
    "No fields in the `@RestController`: parameters and local variables; enough connections (`spring.datasource.hikari.maximum-pool-size`).",
  ]),
  "answer-first": fix("answer-first", "Store the delivery, respond, and do the work afterwards.", [
    "`await inbox.insert(id, body); res.sendStatus(204);` and a worker that reads the inbox, such as BullMQ.",
    "`await inbox.insert(id, body); return reply.code(204).send();` and a worker that reads the inbox.",
    '`work.delay(delivery_id)` of Celery, then `return "", 204`.',
    "`ProcessDelivery::dispatch($id)->afterCommit(); return response()->noContent();`, with a `QUEUE_CONNECTION` that is not `sync`.",
    "`events.publishEvent(new DeliveryStored(id))`, taken by an `@Async @TransactionalEventListener`.",
  ]),
  "reject-401": fix("reject-401", "Respond 401 to a wrong signature; do not fail at it, and do not redirect.", [
    "Compare lengths first: `timingSafeEqual` throws if they differ, and Express makes a 500 of it.",
    "Compare lengths first: `timingSafeEqual` throws if they differ, and Fastify makes a 500 of it.",
    "`.encode()` on both sides: `hmac.compare_digest` raises for text that is not ASCII.",
    "`(string) $request->header(...)`, because `hash_equals` throws for null; the route in `routes/api.php`, so that nothing redirects to a login.",
    '`@RequestHeader(name = "X-Webhook-Signature", required = false)`; `permitAll()` for the path, so that nothing redirects to a login.',
  ]),
  "no-redirect": fix(
    "no-redirect",
    "Respond at the exact address of the webhook: with its scheme, its host and its slash at the end.",
    [
      "Put the route before what redirects to https, to `www` or to a login.",
      "Put the route outside of plugins that redirect; `routerOptions: { ignoreTrailingSlash: true }`.",
      '`@app.post("/hooks", strict_slashes=False)`; no `Talisman(force_https=True)` behind a proxy.',
      "`routes/api.php`, not `routes/web.php`; a slash at the end is redirected by `public/.htaccess`.",
      "`permitAll()` for the path; no `requiresSecure()` behind a proxy without `server.forward-headers-strategy=framework`.",
    ],
  ),
  "stay-up": fix("stay-up", "Let no delivery end the process: catch what the handler throws, and respond 500.", [
    "Express 5 catches what an async handler throws; Express 4 needs `.catch(next)`. Await every promise.",
    "Await every promise in the handler; `app.setErrorHandler(...)` takes the rest.",
    "Not `flask run` but a server that starts workers again: `gunicorn --workers 4 app:app`.",
    "`report($error)` in `catch (Throwable $error)`; a supervisor for `queue:work`.",
    "`@ExceptionHandler(Exception.class)`; read large bodies within the heap (`-Xmx`).",
  ]),
  "store-first": fix("store-first", "Acknowledge only after the delivery is stored, and see that its work is done.", [
    "`await work(event); res.sendStatus(204);`, never without `await`; is the worker of the queue running?",
    "`await work(event); return reply.code(204).send();`, never without `await`; is the worker of the queue running?",
    '`db.session.commit()` before `return "", 204`; is the Celery worker running?',
    "`DB::transaction(fn () => work($event)); return response()->noContent();`; is `php artisan queue:work` running?",
    "Call a public `@Transactional` method of another bean before `ResponseEntity.noContent()`; look for a swallowed exception.",
  ]),
} as const satisfies Readonly<Record<string, Fix>>;

function fix(name: string, text: string, ways: Ways): Fix {
  const [Express, Fastify, Flask, Laravel, Spring] = ways;
  return { name, text, frameworks: { Express, Fastify, Flask, Laravel, Spring } };
}
