import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shortcutKeyText } from '../../../renderer/shortcuts/shortcut-text.ts'
import { handleShortcut } from '../../../renderer/shortcuts/handle-shortcut.ts'
import type { PressedKey } from '../../../shared/app/pressed-shortcut.ts'
import { shortcutKeyParts, pressedShortcut } from '../../../shared/app/pressed-shortcut.ts'
import type { Shortcut, ShortcutScope } from '../../../shared/app/shortcuts.ts'
import { shortcuts } from '../../../shared/app/shortcuts.ts'

const renderer = join(import.meta.dirname, '..', '..', '..', 'renderer')
const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(renderer, path), 'utf8') }))
const places = Object.keys(shortcuts) as ShortcutScope[]
const press = (key: string, held: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held
})

/** Groups of scopes whose shortcuts are active at the same time. */
const together: readonly (readonly ShortcutScope[])[] = [
  ['app', 'gallery'],
  ['app', 'form'],
  ['app', 'queue'],
  ['app', 'faces'],
  ['app', 'guide'],
  ['app', 'settings'],
  ['app', 'library', 'result'],
  ['app', 'viewer', 'picture', 'result'],
  ['app', 'viewer', 'player'],
  ['app', 'viewer', 'model'],
  ['app', 'compare', 'player'],
  ['mask'],
  ['editor'],
  ['presets']
]

describe('the shortcut table', () => {
  it.each(together)('has no conflicting keys in scopes that are active together: %s %s %s', (...working) => {
    const keys = working.flatMap((place) =>
      Object.values<Shortcut>(shortcuts[place]).flatMap((shortcut) => [...shortcut.keys, ...(shortcut.also ?? [])])
    )
    const twice = keys.filter((key, at) => keys.indexOf(key) !== at)
    expect(twice).toEqual([])
  })

  it.each(places)('contains only shortcuts that are handled: %s', (place) => {
    const binding = sources.filter(({ text }) => new RegExp(`(?:handleShortcut|pressedShortcut|useSearchKey)\\('${place}'`).test(text))
    expect(binding).not.toEqual([])
    const text = binding.map((source) => source.text).join('\n')
    for (const name of Object.keys(shortcuts[place]))
      expect(text, `${place}: ${name} isn’t bound to a handler`).toMatch(new RegExp(`\\b${name}\\b`))
  })

  it('is used by every view that listens for keys', () => {
    const listening = sources.filter(({ text }) => /(?:window|document)\.addEventListener\('keydown'/.test(text))
    expect(listening.length).toBeGreaterThan(6)
    // The listener for input methods doesn't handle any key. It only hides input-method keys from the other listeners.
    expect(listening.filter(({ text }) => !/(?:handleShortcut|pressedShortcut)\(/.test(text)).map(({ path }) => path)).toEqual([
      'ui/ignore-composition-keys.ts'
    ])
  })

  it('is used by all tooltips, none of which hard-codes a key', () => {
    expect(sources.filter(({ text }) => /\bshortcut="/.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('a pressed key', () => {
  it('is recognised with Ctrl or Cmd, with Shift, and with Caps Lock', () => {
    expect(pressedShortcut('app', press('k', { ctrlKey: true }))).toBe('search')
    expect(pressedShortcut('app', press('K', { metaKey: true }))).toBe('search')
    expect(pressedShortcut('app', press('K', { metaKey: true, shiftKey: true }))).toBeNull()
    expect(pressedShortcut('app', press('k'))).toBeNull()
    expect(pressedShortcut('viewer', press('F'))).toBe('fullScreen')
    expect(pressedShortcut('viewer', press('f', { altKey: true }))).toBeNull()
    expect(pressedShortcut('player', press('ArrowLeft', { shiftKey: true }))).toBe('back')
    expect(pressedShortcut('viewer', press('ArrowLeft', { shiftKey: true }))).toBeNull()
    expect(pressedShortcut('mask', press('Z', { ctrlKey: true, shiftKey: true }))).toBe('redo')
  })

  it.each(places)('leads to the shortcut that is written for it: %s', (place) => {
    for (const [name, { keys, also = [] }] of Object.entries<Shortcut>(shortcuts[place]))
      for (const written of [...keys, ...also]) {
        const parts = shortcutKeyParts(written)
        const held = { ctrlKey: parts.includes('Mod'), shiftKey: parts.includes('Shift') }
        expect(pressedShortcut(place, press(parts.at(-1) ?? '', held)), `${place}: ${written}`).toBe(name)
      }
  })

  it('is recognised as a character with or without Shift', () => {
    expect(pressedShortcut('app', press('?', { shiftKey: true }))).toBe('cheatSheet')
    expect(pressedShortcut('picture', press('+', { shiftKey: true }))).toBe('larger')
    expect(pressedShortcut('picture', press('+'))).toBe('larger')
    expect(pressedShortcut('player', press('>', { shiftKey: true }))).toBe('faster')
  })

  it('runs the current action of its scope, and is ignored if none exists', () => {
    const done: string[] = []
    const event = { ...press('F2'), preventDefault: () => done.push('taken') }
    expect(handleShortcut('presets', event, { rename: () => done.push('renamed'), remove: undefined })).toBe(true)
    expect(handleShortcut('presets', { ...event, key: 'Delete' }, { rename: undefined, remove: undefined })).toBe(false)
    expect(done).toEqual(['taken', 'renamed'])
  })

  it('is displayed as on the keyboard', () => {
    expect(shortcutKeyText('Mod+K', false)).toBe('Ctrl K')
    expect(shortcutKeyText('Mod+K', true)).toBe('⌘ K')
    expect(shortcutKeyText('Mod+,', false)).toBe('Ctrl ,')
    expect(shortcutKeyText('Shift+Arrows', true)).toBe('⇧ ← ↑ ↓ →')
    expect(shortcutKeyText('+', false)).toBe('+')
    expect(shortcutKeyText(' ', false)).toBe('Space')
  })
})
