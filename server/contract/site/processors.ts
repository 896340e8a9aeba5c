/** Who outside receives something of a person, and what for: /privacy names them as they are configured. */
export type ProcessorRole = 'model' | 'mail' | 'payments' | 'phone' | 'google' | 'slack';

/** `host` is where requests go; null where the sandbox of this very installation stands in. */
export type Processor = { role: ProcessorRole; host: string | null };
