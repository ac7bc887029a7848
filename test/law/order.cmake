set(sanitized OFF)
