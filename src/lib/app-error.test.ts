import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { errorCode, errorText, hasFormOfCode } from './app-error.ts';
import { sentenceOf } from './error-sentences.ts';

const refused = Object.assign(new Error('There’s still an answer on its way.'), { data: { appCode: 'REPLY_PENDING' } });

describe('errors of the API', () => {
  it('carry their code and their own sentence', () => {
    expect(errorCode(refused)).toBe('REPLY_PENDING');
    expect(errorText(refused)).toBe('There’s still an answer on its way.');
  });

  it.each([
    ['a lost connection', new TypeError('Failed to fetch')],
    ['a code we do not know', Object.assign(new Error('raw detail'), { data: { appCode: 'toString' } })],
    ['nothing at all', undefined],
  ])('%s becomes the general sentence and never shows a raw message', (_name, error) => {
    expect(errorCode(error)).toBeNull();
    expect(errorText(error)).toBe('Something went wrong on our side. Please try again.');
  });

  it('have codes that are recognized by their form', () => {
    expect(Object.keys(ERROR_CODES).filter((code) => !hasFormOfCode(code))).toEqual([]);
  });

  it('have a sentence for each of our codes, and for no other', () => {
    expect(sentenceOf('REPLY_PENDING')).toBe(ERROR_CODES.REPLY_PENDING.text);
    expect(sentenceOf('toString')).toBeNull();
  });
});
