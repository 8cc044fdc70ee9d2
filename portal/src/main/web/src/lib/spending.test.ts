import { describe, expect, it } from 'vitest';
import { spentOn, spentVerdict } from './spending';

const key = (requestUnits: number, overestimateMax = 0) => ({ requestUnits, overestimateMax });
const verdict = (...keys: ReturnType<typeof key>[]) => spentVerdict(spentOn(keys));
const many = (count: number, units: number, over = 0) =>
  Array.from({ length: count }, () => key(units, over));

describe('what keys spend', () => {
  it('counts what is sure, and tells how much is not', () => {
    expect(spentOn([key(90, 10), key(20, 20)])).toEqual({
      surely: [80],
      unnamed: 1 - 80 / 110,
    });
    expect(spentOn([])).toEqual({ surely: [], unnamed: 0 });
  });

  it('is bad where one key has nearly all of it', () => {
    expect(verdict(key(920), key(80))).toEqual({
      grade: 'bad',
      text: 'Gini 0.42 over 2 keys: one of them has 92 %.',
    });
    expect(verdict(key(500)).text).toContain('All of it went to one key');
    expect(verdict(...many(99, 1), key(100), key(100), key(100)).text).toContain(
      'few of them have nearly everything',
    );
  });

  it('is good where keys are alike, or too many to be counted', () => {
    expect(verdict(...many(40, 10))).toEqual({
      grade: 'good',
      text: 'Gini 0.00 over 40 keys: requests go to all of them alike.',
    });
    expect(verdict(...many(128, 10, 8))).toEqual({
      grade: 'good',
      text: '80 % went to more keys than are counted: no few keys are hot.',
    });
  });

  it('says nothing about a few requests', () => {
    expect(verdict(key(16)).grade).toBe('');
    expect(verdict().text).toBe('Too few requests in the last minutes to tell.');
    expect(verdict(...many(128, 8, 8)).text).toContain('none of them stands out');
  });
});
