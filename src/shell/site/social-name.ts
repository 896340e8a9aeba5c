const NAMES = new Map(
  Object.entries({
    bsky: 'Bluesky',
    facebook: 'Facebook',
    github: 'GitHub',
    instagram: 'Instagram',
    linkedin: 'LinkedIn',
    pinterest: 'Pinterest',
    threads: 'Threads',
    tiktok: 'TikTok',
    x: 'X',
    youtube: 'YouTube',
  }),
);

/** The network's common name for a URL; the host if it isn't a well-known one. */
export function socialName(url: string): string {
  const { hostname } = new URL(url);
  return NAMES.get(hostname.split('.').at(-2) ?? '') ?? hostname.replace(/^www\./, '');
}
