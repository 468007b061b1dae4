import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'decisions')
const index = 'README.md'

/** A line of the index. `status`: the decision's status without its date. */
type Entry = { readonly date: string; readonly title: string; readonly file: string; readonly status: string }

/** Returns the entry that the index must contain for a decision. @throws if the decision has no title or status. */
function entryOf(file: string, text: string): Entry {
  const [, date] = /^(\d{4}-\d{2}-\d{2})-[a-z0-9-]+\.md$/.exec(file) ?? []
  const [, title] = /^# (.+)\n/.exec(text) ?? []
  const [, status] = /^Status: ([\s\S]+?)\n\n/m.exec(text) ?? []
  if (date === undefined || title === undefined || status === undefined)
    throw new Error(`${file} needs a name such as 2026-11-20-title.md, a heading and a line “Status: accepted, 2026-11-20”.`)
  return { date, title, file, status: status.replace(/, \d{4}-\d{2}-\d{2}/, '').replaceAll(/\s+/g, ' ') }
}

/** Returns the rows of the index, such as `| 2026-11-20 | [Title](file.md) | accepted |`, in order. */
function entriesIn(text: string): readonly Entry[] {
  return [...text.matchAll(/^\| (\d{4}-\d{2}-\d{2}) +\| \[(.+?)\]\(([^)]+)\) *\| (.+?) *\|$/gm)].map(
    ([, date = '', title = '', file = '', status = '']) => ({ date, title, file, status })
  )
}

describe('the index of decisions', () => {
  it('lists every decision once, by date, with its title and status', () => {
    const files = readdirSync(folder).filter((name) => name !== index)
    const expected = files.toSorted().map((file) => entryOf(file, readFileSync(join(folder, file), 'utf8')))
    expect(entriesIn(readFileSync(join(folder, index), 'utf8'))).toEqual(expected)
  })

  it('reads a status of several lines without its date', () => {
    const text = '# Write first\n\nStatus: accepted, 2026-11-20, superseded by\n[Write last](2026-11-21-write-last.md)\n\n## Context\n'
    expect(entryOf('2026-11-20-write-first.md', text)).toEqual({
      date: '2026-11-20',
      title: 'Write first',
      file: '2026-11-20-write-first.md',
      status: 'accepted, superseded by [Write last](2026-11-21-write-last.md)'
    })
  })

  it.each(['# Write first\n\n## Context\n', 'Status: accepted, 2026-11-20\n\n## Context\n'])(
    'rejects a decision without a title or status: %j',
    (text) => {
      expect(() => entryOf('2026-11-20-write-first.md', text)).toThrow('needs')
    }
  )
})
