import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { searchableSettings, searchSettings } from '../../../renderer/settings/settings-search.ts'
import { pageOfSection, settingsPages, settingsSectionText } from '../../../renderer/settings/settings-sections.ts'

const found = (query: string): readonly string[] => searchSettings(query, true).map(({ title }) => title)

describe('the search of the settings', () => {
  it.each([
    ['daily', 'Daily limit'],
    ['budget', 'Daily limit'],
    ['dark', 'Theme'],
    ['夜间', 'Theme'],
    ['placeholder', 'File name pattern'],
    ['bypass', 'Proxy settings'],
    ['do not disturb', 'Quiet hours'],
    ['quite hours', 'Quiet hours'],
    ['api changes', 'API changes'],
    ['certificate', 'Certificates'],
    ['logout', 'Disconnect'],
    ['beta', 'Versions']
  ])('finds “%s”', (query, title) => {
    expect(found(query)).toContain(title)
  })

  it('lists a match in the name before one in a description', () => {
    expect(found('proxy')[0]).toBe('Proxy settings')
  })

  it('finds nothing for an unknown word or an empty query', () => {
    expect(found('xyzzy')).toEqual([])
    expect(found(' ')).toEqual([])
  })

  it('omits spelling where the system checks it', () => {
    expect(searchSettings('spelling', true)[0]?.section).toBe('spelling')
    expect(searchSettings('spelling', false).filter(({ section }) => section === 'spelling')).toEqual([])
  })

  const sources = ['settings', 'account'].flatMap((folder) => {
    const path = join(import.meta.dirname, '..', '..', '..', 'renderer', folder)
    return readdirSync(path)
      .filter((name) => /\.tsx?$/.test(name) && name !== 'settings-search.ts')
      .map((name) => readFileSync(join(path, name), 'utf8'))
  })
  it.each(searchableSettings)('has only texts that the pages show: $label', ({ label, texts }) => {
    const missing = [label, ...texts].filter((text) => !sources.some((source) => source.includes(`'${text}'`)))
    expect(missing).toEqual([])
  })
})

describe('the pages of the settings', () => {
  it('contain every section once', () => {
    const listed = settingsPages.flatMap(({ sections }) => sections)
    expect(listed.toSorted()).toEqual(Object.keys(settingsSectionText).toSorted())
  })

  it('lead from a section to its page', () => {
    expect(pageOfSection('language')).toBe('general')
    expect(pageOfSection('contract-changes')).toBe('connection')
  })
})
