import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import sharp from 'sharp'
import type { FaultSpec } from '../../electron/practice/fault-injector.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import type { Values } from '../../shared/form/values.ts'
import { stubOpenDialogs, stubSaveDialogs, connect, expectAccessible, openAppFixture, tasksOf, type AppFixture } from './open-window.ts'
import { readTaskText, maskTimesAndIds } from './read-task-text.ts'

type ErrorCase = Omit<Extract<FaultSpec['do'], { kind: 'error' }>, 'kind' | 'httpStatus' | 'errorType'>
type Page = AppFixture['kiln']['page']

const generator = 'imgmodel-image-generator'
const anHour = 3_600
let fixture: AppFixture
let page: Page

test.beforeAll(async () => {
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.01 })
  page = fixture.kiln.page
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('navigation').getByText('Queue').click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
})
test.afterEach(async () => {
  fixture.service.faults.clear()
  await page.evaluate(() => window.kiln.request('account.resume', undefined))
  // Waits until no task is about to be sent. A retry would otherwise receive the next test's fault.
  const isBeingSent = ({ phase, nextAt }: Task): boolean => phase === 'submitting' && (nextAt === null || nextAt < Date.now() + 60_000)
  await expect.poll(async () => (await tasksOf(page)).some(isBeingSent)).toBe(false)
  const ids = (await tasksOf(page)).map(({ id }) => id)
  await page.evaluate((own) => window.kiln.request('task.hide', { ids: own }), ids)
})
test.afterAll(async () => fixture.close())

function strike(on: 'submit' | 'query', httpStatus: number, errorType: string, more: ErrorCase = {}, times = 1): void {
  fixture.service.faults.add({ on, times, do: { kind: 'error', httpStatus, errorType, message: 'In the words of the service.', ...more } })
}

async function submit(title: string, values: Values = {}, capability = generator): Promise<string> {
  const submission = JSON.stringify({ capability, values: { prompt: title, ...values } })
  const outcome = await page.evaluate((sent) => window.kiln.request('task.submit', JSON.parse(sent)), submission)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value.id
}

async function until(id: string, phase: Phase, errorType: string | null): Promise<Task> {
  const own = async () => (await tasksOf(page)).find((task) => task.id === id)
  await expect
    .poll(async () => [(await own())?.phase, (await own())?.failure?.errorType ?? null], { timeout: 30_000 })
    .toEqual([phase, errorType])
  return (await own()) as Task
}

/** Checks the task's status as soon as the service has accepted the task. Doesn't wait for the next regular check. */
async function askAbout(id: string): Promise<void> {
  const phase = async () => (await tasksOf(page)).find((task) => task.id === id)?.phase
  await expect.poll(phase, { timeout: 30_000 }).not.toMatch(/queued|uploading|submitting/)
  await page.evaluate((own) => window.kiln.request('task.checkAgain', { id: own }), id)
}

/** Expands the task in the queue and returns the task's element. */
async function open(title: string): Promise<Locator> {
  const article = page.getByRole('article', { name: title })
  await article.getByRole('button').first().click()
  await article.getByRole('button', { name: 'Copy support bundle' }).waitFor()
  // The details stay open once a test has opened them.
  const details = article.getByRole('group').filter({ hasText: 'Details' })
  if ((await details.getAttribute('open')) === null) await details.getByText('Details').click()
  // Waits until the task's timeline is loaded. The results of a finished task are list items too.
  await article
    .getByRole('list', { name: /^Timeline of/ })
    .getByRole('listitem')
    .first()
    .waitFor()
  return article
}

async function clipboard(): Promise<string> {
  return fixture.kiln.app.evaluate(({ clipboard: own }) => own.readText())
}

/** Checks that the request ID and the support bundle can be copied. Expects buttons that could charge again only on a rejected task. */
async function expectEvidence(article: Locator, task: Task): Promise<void> {
  const requestId = task.failure?.requestId ?? ''
  expect(fixture.service.calls().map((loggedCall) => loggedCall.requestId)).toContain(requestId)
  await article.getByRole('button', { name: `Copy request ID: ${requestId}` }).click()
  await expect.poll(clipboard).toBe(requestId)
  await article.getByRole('button', { name: 'Copy support bundle' }).click()
  await expect(article.getByRole('button', { name: 'Support bundle copied' })).toBeVisible()
  const bundle = await clipboard()
  for (const line of [`X-Request-Id ${requestId}`, `Idempotency key: ${task.idempotencyKey}`]) expect(bundle).toContain(line)
  expect(bundle).not.toContain(fixture.service.apiKey)
  const retryButtons = article.getByRole('button', { name: /\bedit\b|send again|run again|generate/i })
  await expect(retryButtons).toHaveCount(task.phase === 'refused' ? 2 : 0)
}

/** Returns the text of the banner and its buttons. Times and IDs are masked. */
async function readBanner(title: string): Promise<string> {
  const banner = page.getByRole('status').filter({ hasText: title }).locator('xpath=ancestor::div[contains(@class, "banner")][1]')
  await banner.waitFor()
  const lines = (await banner.innerText()).split(/\s*\n\s*/)
  return maskTimesAndIds(lines.filter(Boolean).join('\n'))
}

/** Error responses to a submission, each with the task's resulting phase. */
const atSubmission: readonly (readonly [
  name: string,
  phase: Phase,
  httpStatus: number,
  errorType: string,
  more?: ErrorCase,
  times?: number
])[] = [
  [
    'bad request',
    'refused',
    400,
    'VALIDATION_ERROR',
    {
      details: [
        { field: 'prompt', message: 'names a brand' },
        { field: 'size', message: 'is not one of 16' }
      ]
    }
  ],
  ['capability', 'refused', 404, 'CAPABILITY_NOT_ENABLED'],
  ['submission in progress', 'submitting', 409, 'IDEMPOTENCY_IN_PROGRESS', { retryAfterInSeconds: anHour }],
  ['credential storage', 'support', 503, 'CREDENTIAL_STORAGE_UNAVAILABLE', { retryAfterInSeconds: 1 }, 2],
  [
    'outcome unknown, contact support',
    'support',
    503,
    'BILLING_OUTCOME_UNKNOWN',
    { recovery: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID', businessId: 'biz_1' }
  ],
  ['billing invariant', 'support', 502, 'BILLING_INVARIANT_FAILED', { workIsDone: true, taskId: 'own' }],
  ['upstream', 'submitting', 502, 'UPSTREAM_TIMEOUT', { retryAfterInSeconds: anHour }],
  ['service unavailable', 'submitting', 503, 'IMAGE_SERVICE_UNAVAILABLE', { retryAfterInSeconds: anHour }]
]

for (const [name, phase, httpStatus, errorType, more, times] of atSubmission) {
  test(`${httpStatus} ${errorType} for a submission is shown in the queue`, async () => {
    strike('submit', httpStatus, errorType, more, times)
    const title = `A vase: ${name}`
    const task = await until(await submit(title), phase, errorType)
    const article = await open(title)
    expect(await readTaskText(article)).toMatchSnapshot(`${name.replaceAll(/\W+/g, '-')}.txt`)
    await expectEvidence(article, task)
  })
}

/** An unknown submission outcome, with and without a recovery hint. */
for (const [name, recovery] of [
  ['recent tasks', 'GET_RECENT_TASKS'],
  ['no hint', undefined]
] as const) {
  test(`503 SUBMISSION_OUTCOME_UNKNOWN with ${recovery ?? 'no hint'} is shown in the queue`, async () => {
    strike('submit', 503, 'SUBMISSION_OUTCOME_UNKNOWN', recovery === undefined ? {} : { recovery })
    const title = `A vase: ${name}`
    const task = await until(await submit(title), 'unconfirmed', 'SUBMISSION_OUTCOME_UNKNOWN')
    const article = await open(title)
    await expect(article.getByText('Not in the recent tasks.').first()).toBeVisible()
    expect(await readTaskText(article)).toMatchSnapshot(`outcome-unknown-${name.replace(' ', '-')}.txt`)
    await expectEvidence(article, task)
  })
}

test('503 BILLING_OUTCOME_UNKNOWN with QUERY_TASK_ID_OR_CONTACT_SUPPORT is shown in the queue', async () => {
  strike('submit', 503, 'BILLING_OUTCOME_UNKNOWN', {
    recovery: 'QUERY_TASK_ID_OR_CONTACT_SUPPORT',
    taskId: 'task_1',
    retryAfterInSeconds: anHour
  })
  const title = 'A vase: query the task id'
  const task = await until(await submit(title), 'running', 'BILLING_OUTCOME_UNKNOWN')
  const article = await open(title)
  expect(await readTaskText(article)).toMatchSnapshot('outcome-unknown-query-the-task-id.txt')
  await expectEvidence(article, task)
})

/** Error responses to a status query. */
for (const [name, httpStatus, errorType] of [
  ['task not found', 404, 'TASK_NOT_FOUND'],
  ['task not written down', 503, 'TASK_PERSISTENCE_UNCERTAIN'],
  ['question interrupted', 503, 'TASK_QUERY_INTERRUPTED']
] as const) {
  test(`${httpStatus} ${errorType} for a status query is shown in the queue`, async () => {
    strike('query', httpStatus, errorType, { retryAfterInSeconds: anHour }, 100)
    const title = `A vase: ${name}`
    const id = await submit(title)
    await askAbout(id)
    const task = await until(id, 'running', errorType)
    const article = await open(title)
    if (errorType !== 'TASK_QUERY_INTERRUPTED') await expect(article.getByText('Found in the service’s recent tasks')).toBeVisible()
    expect(await readTaskText(article)).toMatchSnapshot(`${name.replaceAll(' ', '-')}.txt`)
    await expectEvidence(article, task)
  })
}

/** Errors that put the account on hold. A banner above the queue offers the fix. */
for (const [name, httpStatus, errorType, banner] of [
  ['key', 401, 'API_KEY_INVALID_OR_REVOKED', 'This key no longer works'],
  ['sign in', 401, 'ACCOUNT_SESSION_REFRESH_REQUIRED', 'Sign in to your account again'],
  ['credits', 402, 'NEED_PURCHASE_CREDITS', 'Not enough credits'],
  ['subscription', 403, 'NEED_SUBSCRIBE', 'The subscription has ended']
] as const) {
  test(`${httpStatus} ${errorType} is shown above and in the queue, and the task resumes with the same idempotency key`, async () => {
    strike('submit', httpStatus, errorType)
    const title = `A vase: ${name}`
    const id = await submit(title)
    const task = await until(id, 'held', errorType)
    const article = await open(title)
    expect(`${await readBanner(banner)}\n\n${await readTaskText(article)}`).toMatchSnapshot(`account-${name.replace(' ', '-')}.txt`)
    await expectEvidence(article, task)
    await page
      .getByRole('button', { name: /^(Try again|Check again)$/ })
      .first()
      .click()
    await expect(page.getByText(banner, { exact: false }).first()).toBeHidden()
    await expect.poll(() => fixture.service.tasks().some(({ idempotencyKey }) => idempotencyKey === task.idempotencyKey)).toBe(true)
  })
}

test('401 for a status query is shown above the queue without a mention of charges', async () => {
  strike('query', 401, 'API_KEY_INVALID_OR_REVOKED', {}, 100)
  const id = await submit('A vase: key, asked for')
  await askAbout(id)
  expect(await readBanner('This key no longer works')).toMatchSnapshot('account-key-asked-for.txt')
})

test('429 RATE_LIMITED is shown above and in the queue', async () => {
  strike('submit', 429, 'RATE_LIMITED', { retryAfterInSeconds: anHour })
  const title = 'A vase: slower'
  const task = await until(await submit(title), 'submitting', 'RATE_LIMITED')
  const article = await open(title)
  await expect(page.getByText('The service is limiting requests', { exact: true })).toBeVisible()
  const words = page.getByText(/^You’re never charged twice\. Sending resumes in/)
  expect(`${maskTimesAndIds(await words.innerText())}\n\n${await readTaskText(article)}`).toMatchSnapshot('rate-limited.txt')
  await expectEvidence(article, task)
})

test('410 UPLOAD_EXPIRED uploads the file again, and says so', async () => {
  const photo = join(fixture.folder, 'photo.png')
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c8a58a' } }).toFile(photo)
  await stubOpenDialogs(fixture.kiln.app, [photo])
  const third = 'imgmodel-3-0-image-generator'
  const files = await page.evaluate(
    (capability) => window.kiln.request('media.browse', { capability, field: 'imageUrls', many: true }),
    third
  )
  if (!files.ok) throw new Error(files.message)
  strike('submit', 410, 'UPLOAD_EXPIRED')
  const title = 'A vase: expired'
  const id = await submit(title, { imageUrls: files.value.map(({ draft }) => ({ draft })) }, third)
  await askAbout(id)
  await until(id, 'done', null)
  const article = await open(title)
  // Removes the lines about a task that is still processing, because their presence depends on timing.
  const words = (await readTaskText(article)).replace(/^.*Service status: “(?:queued|processing)”.*\n/gm, '')
  expect(words).toMatchSnapshot('upload-expired.txt')
  expect(fixture.service.tasks().filter(({ capability }) => capability === third)).toHaveLength(1)
})

test('the support bundle is saved with the same text as its copy, and a failed save says what to do', async () => {
  strike('submit', 503, 'CREDENTIAL_STORAGE_UNAVAILABLE', {}, 2)
  const title = 'A vase: for support'
  const task = await until(await submit(title), 'support', 'CREDENTIAL_STORAGE_UNAVAILABLE')
  const article = await open(title)
  const toasts = page.locator('li[data-swipe-direction]')
  await writeFile(join(fixture.folder, 'a-file'), '')
  await stubSaveDialogs(fixture.kiln.app, join(fixture.folder, 'a-file', 'bundle.txt'))
  await article.getByRole('button', { name: 'Save support bundle' }).click()
  await expect(toasts.filter({ hasText: 'The file couldn’t be saved.' })).toContainText(
    'The chosen location isn’t a folder. Choose another one.'
  )

  const path = join(fixture.folder, 'bundle.txt')
  await stubSaveDialogs(fixture.kiln.app, path)
  await article.getByRole('button', { name: 'Save support bundle' }).click()
  await expect(toasts.filter({ hasText: 'Support bundle saved' })).toBeVisible()
  const saved = await readFile(path, 'utf8')
  await article.getByRole('button', { name: 'Copy support bundle' }).click()
  await expect(article.getByRole('button', { name: 'Support bundle copied' })).toBeVisible()
  expect(await clipboard()).toBe(saved)
  expect(saved).toContain(`Idempotency key: ${task.idempotencyKey}`)
  expect(saved).not.toContain(fixture.service.apiKey)
})

test('errors are accessible in a wide dark window and in a narrow light window', async () => {
  strike('submit', 503, 'CREDENTIAL_STORAGE_UNAVAILABLE', {}, 2)
  await until(await submit('A vase: storage'), 'support', 'CREDENTIAL_STORAGE_UNAVAILABLE')
  strike('submit', 400, 'VALIDATION_ERROR', { details: [{ field: 'prompt', message: 'names a brand' }] })
  await until(await submit('A vase: refused'), 'refused', 'VALIDATION_ERROR')
  strike('submit', 401, 'ACCOUNT_SESSION_REFRESH_REQUIRED')
  await until(await submit('A vase: held'), 'held', 'ACCOUNT_SESSION_REFRESH_REQUIRED')
  await open('A vase: storage')
  for (const [theme, width, height] of [
    ['dark', 1280, 800],
    ['light', 900, 600]
  ] as const) {
    await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
    await page.setViewportSize({ width, height })
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: 'Check again' }).first()).toBeInViewport()
  }
})
