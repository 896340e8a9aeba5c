import { describe, expect, it } from 'vitest';
import { pageAddressProblem } from './page-address.ts';
import { PAGE_PROBLEMS } from './page-problems.ts';

const AN_EMAIL = 'That’s an email address. Paste a web address, like yourshop.com.';

describe('an address that someone typed', () => {
  it.each([
    'bigkiln.example',
    ' https://bigkiln.example/prices?page=2 ',
    'http://bigkiln.example:80',
    'www.bigkiln.example/über-uns',
    'bücher.example',
    'bigkiln.example/@rosa',
  ])('a typed address is accepted if it can be a page’s: %s', (address) => {
    expect(pageAddressProblem(address)).toBeNull();
  });

  it.each([
    ['', 'Please paste a web address.'],
    ['rosa@big.example', AN_EMAIL],
    ['mailto:rosa@big.example', AN_EMAIL],
    ['mailto:...', AN_EMAIL],
    ['big', PAGE_PROBLEMS.invalid_address],
    ['https://big/', PAGE_PROBLEMS.invalid_address],
    ['big kiln.example', PAGE_PROBLEMS.invalid_address],
    ['tel:+14195550134', PAGE_PROBLEMS.invalid_address],
    ['ftp://bigkiln.example', PAGE_PROBLEMS.invalid_address],
    ['javascript:alert(1)', PAGE_PROBLEMS.invalid_address],
    ['https://rosa:secret@bigkiln.example/', PAGE_PROBLEMS.invalid_address],
    ['bigkiln.example:8080', PAGE_PROBLEMS.invalid_address],
  ])('an unusable address is rejected with an explanation before anything is added: %j', (address, problem) => {
    expect(pageAddressProblem(address)).toBe(problem);
  });
});
