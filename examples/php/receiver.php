<?php
// Accepts signed webhook requests, and appends their events to a file: php -S 127.0.0.1:3000 receiver.php
declare(strict_types=1);
require __DIR__ . '/signature.php';

$body = (string) file_get_contents('php://input');
$secret = (string) file_get_contents((string) getenv('WEBHOOK_SECRET_FILE'));
if (!isSigned($secret, $body, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '')) {
    http_response_code(401);
    return;
}
$event = json_decode($body, true, flags: JSON_THROW_ON_ERROR)['event'];
file_put_contents((string) getenv('WEBHOOK_LOG'), "$event\n", FILE_APPEND | LOCK_EX);
http_response_code(204);
