import { readConfig } from '../server/config.ts';
import { syncStripeCatalogue } from '../server/gateways/stripe/stripe-catalogue.ts';
import { createStripeClient } from '../server/gateways/stripe/stripe-client.ts';

const { stripe, publicUrl } = readConfig({ isDev: true });
if (stripe) {
  for (const { change, what } of await syncStripeCatalogue(createStripeClient(stripe), { publicUrl }))
    process.stdout.write(`${change.padEnd(8)} ${what}\n`);
} else {
  process.stderr.write(
    'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET first. The sandbox’s account is filled by `npm start`.\n',
  );
  process.exitCode = 1;
}
