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

/** What people call the network of an address; the host where it is none of the usual ones. */
export function socialName(url: string): string {
  const { hostname } = new URL(url);
  return NAMES.get(hostname.split('.').at(-2) ?? '') ?? hostname.replace(/^www\./, '');
}
