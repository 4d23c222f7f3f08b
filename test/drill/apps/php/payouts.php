<?php
// A payout application with books. It needs PHP 8.1 and nothing else.
//
//     PAYOUTS_STORE=payouts.json PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:3000 payouts.php

declare(strict_types=1);

const STATES = [
    'CREATED' => 'open', 'PENDING_REVIEW' => 'underWay', 'APPROVED' => 'underWay',
    'CONFIRMED' => 'paid', 'FAILED' => 'failed', 'CANCELLED' => 'failed',
];

/** The platform could not be read. Try again later. */
final class Unreadable extends RuntimeException {}

/** What survives when the application dies: a file that is replaced as a whole. */
final class Store
{
    private static function file(): string
    {
        return getenv('PAYOUTS_STORE') ?: 'payouts.json';
    }

    public static function read(): array
    {
        $text = is_file(self::file()) ? file_get_contents(self::file()) : false;
        return $text === false ? self::empty() : json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    }

    /** Changes the store; no other request changes it at the same time. */
    public static function change(callable $work): mixed
    {
        return self::alone('store', function () use ($work) {
            $data = self::read();
            $result = $work($data);
            file_put_contents(self::file() . '.new', json_encode($data, JSON_THROW_ON_ERROR));
            rename(self::file() . '.new', self::file());
            return $result;
        });
    }

    /** Works while no other request does what has the same name. */
    public static function alone(string $name, callable $work): mixed
    {
        $lock = fopen(self::file() . ".$name.lock", 'c');
        flock($lock, LOCK_EX);
        try {
            return $work();
        } finally {
            fclose($lock);
        }
    }

    public static function empty(): array
    {
        return [
            'secret' => '', 'payouts' => [], 'taken' => [], 'paid' => [], 'chargedBack' => [], 'withdrawals' => [],
            'balance' => ['balance' => 0, 'reservedBalance' => 0], 'openingCents' => 0,
        ];
    }
}

/** Returns status and data. The status is null where no answer came: then it may be done, or not. */
function call(string $method, string $path, ?array $body = null): array
{
    $headers = ['X-API-KEY: ' . getenv('SALDO_API_KEY'), 'Content-Type: application/json', 'Connection: close'];
    $options = ['method' => $method, 'header' => $headers, 'timeout' => 10, 'ignore_errors' => true];
    if ($body !== null) $options['content'] = json_encode($body);
    $text = @file_get_contents(getenv('SALDO_URL') . $path, false, stream_context_create(['http' => $options]));
    // A request that was not answered leaves no headers, or an answer that breaks off.
    $line = $http_response_header[0] ?? '';
    $answer = $text === false ? null : json_decode($text, true);
    if (!preg_match('#^HTTP/\S+ (\d+)#', $line, $found) || !is_array($answer)) return [null, null];
    return [(int) $found[1], $answer['data'] ?? null];
}

function readPlatform(string $path): array
{
    [$status, $data] = call('GET', $path);
    if ($status === 200 && $data !== null) return $data;
    throw new Unreadable("GET $path was answered with " . ($status ?? 'nothing'));
}

/** Reads the history, and what it says of the payouts. */
function readHistory(): array
{
    $withdrawals = readPlatform('/account-balance/withdrawals');
    $byId = array_column($withdrawals, null, 'withdrawId');
    Store::change(function (array &$data) use ($withdrawals, $byId) {
        $data['withdrawals'] = $withdrawals;
        foreach ($data['payouts'] as &$payout) {
            $withdrawal = $byId[$payout['withdrawId'] ?? ''] ?? null;
            if ($withdrawal !== null) $payout['state'] = STATES[$withdrawal['status']];
        }
    });
    return $withdrawals;
}

function changePayout(string $reference, array $fields): void
{
    Store::change(function (array &$data) use ($reference, $fields) {
        foreach ($data['payouts'] as &$payout) if ($payout['reference'] === $reference) $payout = [...$payout, ...$fields];
    });
}

/** Those that failed gave their money back. */
function takenCents(array $withdrawals): int
{
    $taken = array_filter($withdrawals, fn ($one) => !in_array($one['status'], ['FAILED', 'CANCELLED'], true));
    return array_sum(array_column($taken, 'value'));
}

function begin(array $order): void
{
    $withdrawals = readPlatform('/account-balance/withdrawals');
    $balance = readPlatform('/account-balance');
    Store::change(function (array &$data) use ($order, $withdrawals, $balance) {
        $opening = $balance['balance'] + $balance['reservedBalance'] + takenCents($withdrawals);
        $known = ['secret' => $order['webhookSecret'], 'withdrawals' => $withdrawals, 'balance' => $balance];
        $data = [...Store::empty(), ...$known, 'openingCents' => $opening];
    });
}

/** Takes an order. It is stored before the platform hears of it. */
function payOut(array $order): void
{
    $payout = ['reference' => $order['reference'], 'cents' => $order['cents'], 'state' => 'waiting'];
    $payout += ['withdrawId' => null, 'isAsked' => false];
    Store::change(function (array &$data) use ($payout) {
        $data['payouts'][] = $payout;
    });
    initiate($payout);
}

function initiate(array $payout): void
{
    $reference = $payout['reference'];
    // The answer before was lost: without this look, the same payout could be paid twice.
    if ($payout['isAsked'] && findOpen($payout)) return;
    changePayout($reference, ['isAsked' => true]);
    [$status, $data] = call('POST', '/account-balance/withdraw', ['value' => $payout['cents']]);
    // What came of it is unknown.
    if ($status === null || $status >= 500) return;
    if ($status === 201) changePayout($reference, opened($data['withdrawId']));
    // The open withdrawal of a 409 is none of this payout, which has just been asked for the first time.
    elseif ($status === 409 || $status === 429) changePayout($reference, ['isAsked' => false]);
    else changePayout($reference, ['isAsked' => false, 'state' => 'failed']);
}

function opened(string $withdrawId): array
{
    return ['isAsked' => false, 'state' => 'open', 'withdrawId' => $withdrawId];
}

/** Adopts the withdrawal whose answer was lost. */
function findOpen(array $payout): bool
{
    $known = array_column(Store::read()['payouts'], 'withdrawId');
    foreach (readHistory() as $one) {
        $fits = $one['status'] === 'CREATED' && $one['value'] === $payout['cents'];
        if (!$fits || in_array($one['withdrawId'], $known, true)) continue;
        changePayout($payout['reference'], opened($one['withdrawId']));
        return true;
    }
    return false;
}

/** Types the code that a person has read into the open withdrawal. */
function confirm(array $order): void
{
    foreach (Store::read()['payouts'] as $payout) {
        if ($payout['state'] !== 'open') continue;
        $named = ['withdrawId' => $payout['withdrawId']];
        [$status, $data] = call('POST', '/account-balance/withdraw/confirm', [...$named, 'otpCode' => $order['code']]);
        if ($status === 200) changePayout($payout['reference'], ['state' => 'underWay']);
        // A blocked withdrawal gets a new code, too, as soon as the old one has expired.
        elseif ($status === 423 || ($data['code'] ?? '') === 'OTP_EXPIRED') {
            call('POST', '/account-balance/withdraw/resend-otp', $named);
        }
        // The confirmation before may have had an answer that was lost.
        elseif ($status === null || $status === 409 || $status >= 500) readHistory();
    }
}

/** Reads what became of all payouts, goes on with those that have stopped, and reads the balance. */
function settle(): void
{
    readHistory();
    foreach (Store::read()['payouts'] as $payout) if ($payout['state'] === 'waiting') initiate($payout);
    readHistory();
    $balance = readPlatform('/account-balance');
    Store::change(function (array &$data) use ($balance) {
        $data['balance'] = $balance;
    });
}

/** Stores what a delivery tells, once. Payouts are read from the history; the money of charges is told here only. */
function take(string $deliveryId, string $event, array $told): void
{
    Store::change(function (array &$data) use ($deliveryId, $event, $told) {
        if (in_array($deliveryId, $data['taken'], true)) return;
        if ($event === 'charge.paid') $data['paid'][$told['chargeId']] = $told['total'];
        if ($event === 'subscription.charge.paid') $data['paid'][$told['chargeId']] = $told['amountCents'];
        if ($event === 'dispute.chargeback') $data['chargedBack'][$told['chargeId']] = $told['total'];
        $data['taken'][] = $deliveryId;
    });
}

function books(): array
{
    $data = Store::read();
    ['withdrawals' => $withdrawals, 'balance' => $balance] = $data;
    $with = fn (string ...$statuses) => array_filter($withdrawals, fn ($one) => in_array($one['status'], $statuses, true));
    $told = array_sum($data['paid']) - array_sum($data['chargedBack']);
    $explained = $data['openingCents'] + $told - takenCents($withdrawals);
    $payouts = array_values(array_filter($data['payouts'], fn ($one) => $one['state'] !== 'waiting'));
    return [
        'available' => $balance['balance'],
        'reserved' => $balance['reservedBalance'],
        'paidOut' => array_sum(array_column($with('CONFIRMED'), 'value')),
        'fees' => array_sum(array_column($with('CONFIRMED'), 'fee')),
        'underWay' => array_sum(array_column($with('CREATED', 'PENDING_REVIEW', 'APPROVED'), 'value')),
        // Refunds have no event, and what a deactivated webhook was not told stays untold.
        'unexplained' => $balance['balance'] + $balance['reservedBalance'] - $explained,
        'payouts' => array_map(fn ($one) => [
            'reference' => $one['reference'],
            'withdrawId' => $one['withdrawId'],
            'cents' => $one['cents'],
            'state' => $one['state'] === 'open' ? 'underWay' : $one['state'],
        ], $payouts),
    ];
}

/** The signature is of the bytes that came; JSON that is written again may have others. */
function isSigned(string $body, string $signature): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, Store::read()['secret']), $signature);
}

function answer(int $status, array $value): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($value === [] ? new stdClass() : $value, JSON_THROW_ON_ERROR);
}

/** Payouts come one after the other, because the platform has at most one open withdrawal. */
function ordered(string $path, string $body): void
{
    $order = json_decode($body === '' ? '{}' : $body, true, 512, JSON_THROW_ON_ERROR);
    try {
        Store::alone('work', fn () => match ($path) {
            '/begin' => begin($order),
            '/payouts' => payOut($order),
            '/codes' => confirm($order),
            '/settle' => settle(),
        });
        answer(200, []);
    } catch (Unreadable $error) {
        answer(503, ['error' => $error->getMessage()]);
    }
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$body = file_get_contents('php://input');
if ($path === '/health') answer(200, ['status' => 'ok']);
elseif ($path === '/books') answer(200, books());
elseif ($path !== '/hooks') ordered($path, $body);
elseif (!isSigned($body, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '')) answer(401, []);
else {
    $told = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    take($_SERVER['HTTP_X_WEBHOOK_DELIVERY'], $told['event'], $told['data']);
    answer(200, []);
}
