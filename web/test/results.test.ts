import { beforeEach, describe, expect, test, vi } from 'vitest';
import { better, results } from '../src/lib/results.svelte';
import { readJson, readText, writeJson } from '../src/lib/storage';

beforeEach(() => localStorage.clear());

describe('best results', () => {
  test('are the best in each respect', () => {
    expect(better({ moves: 10, time: 900 }, { moves: 12, time: 500 })).toEqual({ moves: 10, time: 500 });
    expect(better({ moves: 10, time: 900 }, undefined)).toEqual({ moves: 10, time: 900 });
  });

  test('a result that is better in one respect is a new best', () => {
    expect(results.record('2x2', { moves: 6, time: 900 })).toEqual({ isBest: true, isKept: true });
    expect(results.record('2x2', { moves: 8, time: 1_000 }).isBest).toBe(false);
    expect(results.record('2x2', { moves: 8, time: 800 }).isBest).toBe(true);
    expect(results.best('2x2')).toEqual({ moves: 6, time: 800 });
  });

  test('keep what another tab has written meanwhile', () => {
    writeJson('bests', { 'blocks/x': { moves: 2, time: 0 } });
    results.record('3x3', { moves: 22, time: 5_000 });
    expect(readJson('bests')).toEqual({ 'blocks/x': { moves: 2, time: 0 }, '3x3': { moves: 22, time: 5_000 } });
    expect(results.best('blocks/x')?.moves).toBe(2);
  });

  test('are heard of from another tab', () => {
    writeJson('bests', { '4x4': { moves: 80, time: 9 } });
    dispatchEvent(new StorageEvent('storage', { key: 'taquin/bests' }));
    expect(results.best('4x4')?.moves).toBe(80);
  });
});

describe('storage', () => {
  test('what is damaged throws as JSON, and is nothing as text', () => {
    localStorage.setItem('taquin/view', '{broken');
    expect(() => readJson('view')).toThrow();
    expect(readText('view')).toBeNull();
  });

  test('says when it is full', () => {
    const setItem = vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('localStorage', { setItem });
    expect([writeJson('view', 'tiles'), setItem.mock.calls.length]).toEqual([false, 1]);
    vi.unstubAllGlobals();
    expect(writeJson('view', 'tiles')).toBe(true);
  });
});
