<?php
declare(strict_types=1);

/** Returns whether the header is the signature of these bytes. Verify before anything parses the body. */
function isSigned(string $secret, string $body, string $header): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $header);
}
