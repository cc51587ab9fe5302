"""The command line: one file per verb, each named after the verb (`-` written `_`)."""
