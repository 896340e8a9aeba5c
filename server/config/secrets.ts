import type { Config } from '#server/config.ts';
import type { Known } from '#server/lib/redact.ts';

/** The password in a URL, as it is written there and as it is meant. */
function passwordIn(url: string | null): string[] {
  const password = url === null ? '' : (URL.parse(url)?.password ?? '');
  // Anything that isn't valid UTF-8 in percent signs stays as it is.
  return password === '' ? [] : [password, new URLSearchParams(`p=${password}`).get('p') ?? ''];
}

/** Every secret of the configuration, so that none is ever logged, and the names of models, which look like tokens. */
export function knownIn(config: Config): Known {
  const { model, embeddingModel } = config;
  return {
    secrets: secretsIn(config),
    names: [model?.model, embeddingModel].filter((name) => typeof name === 'string'),
  };
}

function secretsIn(config: Config): string[] {
  const { secret, previousSecrets, database, smtpUrl, model, stripe, sms, push, oauth } = config;
  const found = [
    secret,
    model?.apiKey,
    stripe?.secretKey,
    sms?.token,
    push?.privateKey,
    oauth.google?.clientSecret,
    oauth.slack?.clientSecret,
  ];
  return [
    ...found.filter((one): one is string => typeof one === 'string'),
    ...previousSecrets,
    ...(stripe?.webhookSecrets ?? []),
    ...passwordIn('url' in database ? database.url : null),
    ...passwordIn(smtpUrl),
  ];
}
