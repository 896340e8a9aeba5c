/** The outside companies that receive personal data, and what for: /privacy lists them as configured. */
export type ProcessorRole = 'model' | 'mail' | 'payments' | 'phone' | 'google' | 'slack';

/** `host` is where requests go; null if this installation's own sandbox stands in. */
export type Processor = { role: ProcessorRole; host: string | null };
