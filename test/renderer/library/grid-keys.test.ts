import { describe, expect, it } from 'vitest'
import { gridAction } from '../../../renderer/library/grid-keys.ts'
import { relativePeaks } from '../../../renderer/ui/waveform-peaks.ts'
import type { PressedKey } from '../../../shared/app/pressed-shortcut.ts'

const press = (key: string, held: Partial<PressedKey> = {}) =>
  gridAction({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held })

describe('keys in the library', () => {
  it('move, and extend the selection with Shift', () => {
    expect(press('ArrowDown')).toEqual({ kind: 'move', direction: 'down', extends: false })
    expect(press('ArrowLeft', { shiftKey: true })).toEqual({ kind: 'move', direction: 'left', extends: true })
    expect(press('Home')).toEqual({ kind: 'move', direction: 'row-start', extends: false })
    expect(press('End', { ctrlKey: true })).toEqual({ kind: 'move', direction: 'last', extends: false })
  })

  it('show large, select, open, rate, delete and undo', () => {
    expect(press(' ')).toEqual({ kind: 'large' })
    expect(press('x')).toEqual({ kind: 'toggle', extends: false })
    expect(press(' ', { ctrlKey: true })).toEqual({ kind: 'toggle', extends: false })
    expect(press(' ', { shiftKey: true })).toEqual({ kind: 'toggle', extends: true })
    expect(press('Enter')).toEqual({ kind: 'open' })
    expect(press('a', { metaKey: true })).toEqual({ kind: 'all' })
    expect(press('4')).toEqual({ kind: 'stars', stars: 4 })
    expect(press('0')).toEqual({ kind: 'stars', stars: 0 })
    expect(press('Escape')).toEqual({ kind: 'none' })
    expect(press('Delete')).toEqual({ kind: 'trash' })
    expect(press('Backspace', { metaKey: true })).toEqual({ kind: 'trash' })
    expect(press('Backspace')).toBeNull()
    expect(press('z', { ctrlKey: true })).toEqual({ kind: 'undo' })
  })

  it('ignore window shortcuts, menu shortcuts and invalid ratings', () => {
    for (const key of ['1', '2', 'k', ',', 'f']) expect(press(key, { ctrlKey: true })).toBeNull()
    expect(press('ArrowLeft', { altKey: true })).toBeNull()
    expect(press('6')).toBeNull()
    expect(press('y')).toBeNull()
    expect(press('toString')).toBeNull()
  })
})

describe('the waveform of audio', () => {
  it('shows the loudness of each part relative to the loudest', () => {
    const samples = Float32Array.from({ length: 400 }, (_, at) => (at < 100 ? 0 : at < 200 ? -0.5 : at < 300 ? 0.25 : 0))
    expect(relativePeaks([samples], 4)).toEqual([0, 1, 0.5, 0])
  })

  it('is flat for silence, and works for a few samples', () => {
    expect(relativePeaks([new Float32Array(100)], 4)).toEqual([0, 0, 0, 0])
    expect(relativePeaks([Float32Array.of(0.5)], 4)[0]).toBe(1)
  })

  it('includes every channel, even if one is silent', () => {
    expect(relativePeaks([new Float32Array(4), Float32Array.of(0, 0.5, 0.25, 0)], 4)).toEqual([0, 1, 0.5, 0])
  })
})
