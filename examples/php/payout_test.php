<?php
// A payout against Saldo, in PHP 8.1 or later without packages: php examples/php/payout_test.php
// SALDO_URL names a running sandbox. Without it, the test starts the image `saldo` in a container.
declare(strict_types=1);
require __DIR__ . '/signature.php';

/** A client of one world. */
final class Saldo
{
    public string $host = '127.0.0.1';
    private string $url;
    private string $key;
    private ?string $container = null;

    public function __construct()
    {
        $this->key = getenv('SALDO_API_KEY') ?: 'sandbox-key';
        $this->url = getenv('SALDO_URL') ?: $this->startContainer();
        $world = ['fixture' => 'default', 'clock' => ['mode' => 'frozen'], 'seed' => 'test'];
        $this->key = $this->call('POST', '/sandbox/worlds', $world)['companies'][0]['apiKey'];
    }

    public function call(string $method, string $path, ?array $body = null): array
    {
        $options = ['method' => $method, 'header' => "X-API-KEY: $this->key\r\nContent-Type: application/json"];
        if ($body !== null) {
            $options['content'] = json_encode($body, JSON_THROW_ON_ERROR);
        }
        $answer = @file_get_contents($this->url . $path, false, stream_context_create(['http' => $options]));
        if ($answer === false) {
            throw new RuntimeException("$method $path: " . (error_get_last()['message'] ?? 'no response'));
        }
        return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
    }

    public function stop(): void
    {
        if ($this->container !== null) {
            exec("docker rm --force --volumes $this->container");
        }
    }

    private function startContainer(): string
    {
        $run = 'docker run --detach --publish 127.0.0.1::4400 --add-host host.docker.internal:host-gateway saldo';
        $this->container = trim((string) shell_exec($run));
        $this->host = 'host.docker.internal';
        $this->url = 'http://' . trim((string) shell_exec("docker port $this->container 4400/tcp"));
        for ($deadline = microtime(true) + 30; ; usleep(100_000)) {
            try {
                $this->call('GET', '/sandbox/health');
                return $this->url;
            } catch (RuntimeException $problem) {
                if (microtime(true) > $deadline) {
                    throw $problem;
                }
            }
        }
    }
}

function expect(mixed $actual, mixed $expected, string $what): void
{
    if ($actual !== $expected) {
        throw new RuntimeException("$what: " . json_encode($actual) . ' instead of ' . json_encode($expected));
    }
    echo "ok: $what\n";
}

$saldo = new Saldo();
$log = tempnam(sys_get_temp_dir(), 'saldo');
$port = (int) substr(strrchr(stream_socket_get_name(stream_socket_server('tcp://127.0.0.1:0'), false), ':'), 1);
$webhookSecret = $log . '.secret';
$environment = getenv() + ['WEBHOOK_SECRET_FILE' => $webhookSecret, 'WEBHOOK_LOG' => $log];
$receiver = proc_open(
    [PHP_BINARY, '-S', "0.0.0.0:$port", __DIR__ . '/receiver.php'],
    [['null'], ['null'], ['null']],
    $pipes,
    null,
    $environment,
);
while (@fsockopen('127.0.0.1', $port) === false) {
    usleep(20_000);
}
try {
    $saldo->call('PUT', '/sandbox/routes', ['hooks.acme.dev' => "http://$saldo->host:$port"]);
    $webhook = ['name' => 'Payouts', 'url' => 'https://hooks.acme.dev/saldo', 'events' => ['withdraw.completed']];
    file_put_contents($webhookSecret, $saldo->call('POST', '/webhook', $webhook)['data']['secret']);

    $opened = $saldo->call('POST', '/account-balance/withdraw', ['value' => 50_000])['data'];
    $code = $saldo->call('GET', '/sandbox/inbox')['messages'][0]['otpCode'];
    $confirmation = ['withdrawId' => $opened['withdrawId'], 'otpCode' => $code];
    $saldo->call('POST', '/account-balance/withdraw/confirm', $confirmation);
    $saldo->call('POST', '/sandbox/clock/advance', ['by' => 'P30D']);

    expect(file($log, FILE_IGNORE_NEW_LINES), ['withdraw.completed'], 'the receiver got one signed event');
    $balance = $saldo->call('GET', '/account-balance')['data'];
    expect([$balance['balance'], $balance['reservedBalance']], [125_000, 0], 'the payout is paid, the hold released');
    expect(isSigned('whsec_1', '{}', 'sha256=' . str_repeat('0', 64)), false, 'a forged signature is rejected');
} finally {
    proc_terminate($receiver);
    $saldo->stop();
}
