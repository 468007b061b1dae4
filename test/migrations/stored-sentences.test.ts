import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { openWorkspace } from '../../electron/forms/open-workspace.ts'
import { taskTimeline } from '../../electron/tasks/machine/task-timeline.ts'
import { loadLocale } from '../../shared/i18n/load-locale.ts'
import { batchRowNameText, batchTitleText } from '../../shared/phrases/batch-phrases.ts'
import { contractDifferenceText } from '../../shared/phrases/contract-difference-phrases.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import { timelineText } from '../../shared/phrases/timeline-phrases.ts'
import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'
import { copyFixture } from './copy-fixture.ts'
import { fixtures, type Fixture } from './fixtures.ts'

afterEach(() => loadLocale('en'))

/** Returns every failure and every timeline text of the fixture, in the active language. */
async function wordsOf(fixture: Fixture, change: (path: string) => void = () => undefined) {
  const path = join(await copyFixture(fixture), 'data', 'journal.db')
  change(path)
  const journal = await openTestJournal(path)
  onTestFinished(journal.close)
  const tasks = await journal.load()
  const failures = tasks.flatMap(({ state, failure }) => (failure === null ? [] : [[state.phase, failureText(failure)] as const]))
  const timelines = tasks.flatMap(({ id }) => taskTimeline(journal.history(id)).map(timelineText))
  return { failures: Object.fromEntries(failures), timelines: new Set(timelines) }
}

const english = {
  failed: {
    message: 'The service couldn’t generate the result.',
    advice: 'If the service’s message points to a value, change it. Then send this as a new task.'
  },
  refused: { message: 'The service rejected these values. Nothing was charged.' },
  unconfirmed: {
    message: 'The service didn’t send a readable response. It’s not yet known whether the task was charged.',
    advice: 'Kiln checks the recent tasks, then retries. You’re never charged twice.'
  },
  held: {
    message: 'Not enough credits for this task. Nothing was charged.',
    advice: 'Add credits on the service’s website. Kiln then resumes automatically.'
  }
}

const chinese = {
  failed: { message: '服务未能生成结果。' },
  refused: { message: '服务拒绝了这些值。没有扣除积分。' },
  unconfirmed: { message: '服务没有返回可读取的响应。尚不清楚此任务是否已扣费。' },
  held: { message: '积分不足，无法完成此任务。没有扣除积分。' }
}

describe.each(fixtures().map((fixture) => [fixture.name, fixture] as const))('the sentences from %s', (_name, fixture) => {
  it('have today’s words in English', async () => {
    const { failures, timelines } = await wordsOf(fixture)
    expect(failures).toMatchObject(english)
    expect(failures['refused']?.advice).toMatch(/^(?:Fix the fields listed here|Change the values) and send again\.$/)
    expect(timelines).toContain('The service accepted the task. 5 credits charged.')
  })

  it('have today’s words in Chinese', async () => {
    await loadLocale('zh-Hans')
    const { failures, timelines } = await wordsOf(fixture)
    expect(failures).toMatchObject(chinese)
    expect(timelines).toContain('服务已接受此任务。已扣 5 积分。')
  })
})

describe('the names and reasons from 11-names-as-texts', () => {
  const fixture = fixtures().find(({ name }) => name === '11-names-as-texts')

  it.each([
    [
      'en',
      ['Row 2', 'Row 3', 'Task 1', 'Task 2', 'a plate', 'a platter'],
      ['2 rows from spring.csv', '2 × a tile', 'Image generator: Prompt'],
      'The service sent an upload command that Kiln doesn’t run automatically. The command pipes its output into another command. Nothing was sent or charged.',
      ['1 new capability: Clay generator.', '“Prompt” in Image generator, maximum characters: 3,000 (previously 800).']
    ],
    [
      'zh-Hans',
      ['a plate', 'a platter', '任务 1', '任务 2', '第 2 行', '第 3 行'],
      ['2 × a tile', 'Image generator: Prompt', 'spring.csv 的 2 行'],
      '服务给出了 Kiln 不会自动运行的上传命令。命令通过管道把输出传给另一条命令。没有发送任何内容，也没有扣除积分。',
      ['1 项新能力：Clay generator。', '图片生成器的“提示词”，最多字符数：3,000（原为 800）。']
    ]
  ] as const)('have today’s words: %s', async (language, names, titles, rejection, differences) => {
    await loadLocale(language)
    const folder = await copyFixture(fixture!)
    const journal = await openTestJournal(join(folder, 'data', 'journal.db'))
    onTestFinished(journal.close)
    const tasks = await journal.load()
    expect(tasks.flatMap(({ batch }) => (batch === null ? [] : batchRowNameText(batch.name))).toSorted()).toEqual(names)
    expect(
      journal
        .batches()
        .map(({ title }) => batchTitleText(title))
        .toSorted()
    ).toEqual(titles)
    const failure = tasks.find(({ failure: own }) => own?.code === 'upload-command-rejected')?.failure
    expect(failure && failureText(failure).message).toBe(rejection)
    const workspace = openWorkspace({ path: join(folder, 'data', 'desk.sqlite'), now: Date.now, onDefect: () => expect.unreachable() })
    onTestFinished(workspace.close)
    expect(workspace.contractChanges.list('an-account')[0]?.differences.map(contractDifferenceText)).toEqual(differences)
  })
})

describe('a journal with sentences', () => {
  const [first] = fixtures()

  it('keeps a sentence that has no code', async () => {
    const { failures, timelines } = await wordsOf(first!, (path) => {
      const database = new DatabaseSync(path)
      database.exec(`UPDATE tasks SET record = replace(record, 'The service could not make this.', 'It broke.')`)
      database.exec(`UPDATE events SET note = 'It waits.' WHERE kind = 'submitted'`)
      database.close()
    })
    expect(failures).toMatchObject({ failed: { message: 'It broke.', advice: english.failed.advice } })
    expect(timelines).toContain('The service accepted the task. It waits.')
  })

  it('leaves an unreadable row as it is', async () => {
    const path = join(await copyFixture(first!), 'data', 'journal.db')
    const database = new DatabaseSync(path)
    database.exec(`UPDATE tasks SET record = '{"failure":{' WHERE phase = 'failed'`)
    database.close()
    const journal = await openTestJournal(path)
    await journal.load()
    expect(journal.unreadable()).toEqual({ tasks: 1, batches: 0 })
    journal.close()
    const after = new DatabaseSync(path, { readOnly: true })
    expect(after.prepare(`SELECT record FROM tasks WHERE phase = 'failed'`).get()).toEqual({ record: '{"failure":{' })
    after.close()
  })

  it('is migrated in a thread if it is large', async () => {
    const { failures, timelines } = await wordsOf(first!, (path) => {
      const database = new DatabaseSync(path)
      database.exec(`INSERT INTO digests VALUES ('/filler', 1, 1, '${'f'.repeat(17 * 1024 * 1024)}')`)
      database.close()
    })
    expect(failures).toMatchObject(english)
    expect(timelines).toContain('The service accepted the task. 5 credits charged.')
  })
})
