import { readConfig } from '../server/config.ts';
import { syncStripeCatalog } from '../server/gateways/stripe/stripe-catalog.ts';
import { createStripeClient } from '../server/gateways/stripe/stripe-client.ts';

const { stripe, publicUrl } = readConfig({ isDev: true });
if (stripe) {
  for (const { change, what } of await syncStripeCatalog(createStripeClient(stripe), { publicUrl }))
    process.stdout.write(`${change.padEnd(8)} ${what}\n`);
} else {
  process.stderr.write(
    'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET first. The sandbox doesn’t need this: `npm start` fills its account.\n',
  );
  process.exitCode = 1;
}
