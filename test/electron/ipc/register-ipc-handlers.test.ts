import { describe, expect, it } from 'vitest'
import type { Handlers } from '../../../electron/ipc/handlers.ts'
import { registerIpcHandlers } from '../../../electron/ipc/register-ipc-handlers.ts'
import type { IpcSender } from '../../../electron/ipc/register-ipc-handlers.ts'
import { requestChannels } from '../../../shared/ipc/channels.ts'
import { pageRequests, pathRequests } from '../../../shared/ipc/ipc.ts'
import type { Outcome } from '../../../shared/ipc/outcome.ts'
import { UserFacingError, SubmissionError } from '../../../shared/form/submission-problem.ts'

const page: IpcSender = { isOwnWindow: true, isMainFrame: true, url: 'app://kiln/' }

const refusedRequest = 'This page isn’t allowed to make that request.'
const pageNames = Object.keys(pageRequests)
const pathNames = Object.keys(pathRequests)

type IpcFixture = {
  /** Sends a request on its own channel, or on `channel`. */
  readonly ask: (name: unknown, payload: unknown, sender?: IpcSender, channel?: string) => Promise<Outcome<unknown>>
  readonly channels: readonly string[]
  readonly asked: readonly { readonly name: string; readonly input: unknown }[]
  readonly logged: readonly string[]
}

/** Opens a test IPC connection. Each handler throws its error from `errors`, or otherwise returns the request name. */
function openIpc(errors: { readonly [name: string]: unknown } = {}): IpcFixture {
  const answers = new Map<string, (sender: IpcSender, name: unknown, payload: unknown) => Promise<Outcome<unknown>>>()
  const asked: { name: string; input: unknown }[] = []
  const logged: string[] = []
  const handlers = Object.fromEntries(
    [...pageNames, ...pathNames].map((name) => [
      name,
      (input: unknown) => {
        asked.push({ name, input })
        if (name in errors) throw errors[name]
        return name
      }
    ])
  ) as unknown as Handlers
  registerIpcHandlers({
    handle: (channel, answer) => answers.set(channel, answer),
    handlers: Promise.resolve(handlers),
    log: {
      info: (event, facts) => logged.push(`${event} ${JSON.stringify(facts)}`),
      error: (event, error) => logged.push(`${event} ${String(error)}`)
    }
  })
  return {
    ask: async (
      name,
      payload,
      sender = page,
      channel = pathNames.includes(name as never) ? requestChannels.path : requestChannels.page
    ) => {
      const answer = answers.get(channel)
      if (answer === undefined) throw new Error(`No handler registered for ${channel}`)
      return answer(sender, name, payload)
    },
    channels: [...answers.keys()],
    asked,
    logged
  }
}

function nested(depth: number, around: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = around(value)
  return value
}

describe('the IPC entry point', () => {
  it('answers Kiln’s own page', async () => {
    expect(await openIpc().ask('task.list', undefined)).toEqual({ ok: true, value: 'task.list' })
  })

  it('has one channel for the page and one for the preload script', () => {
    expect(openIpc().channels).toEqual([requestChannels.page, requestChannels.path])
    expect(pathNames).toEqual(['batch.takeDropped', 'media.inspect'])
  })

  it.each(['settings.reset', 'toString', '__proto__', 'constructor', '', 7, null, undefined, ['task.list'], { toString: 'task.list' }])(
    'rejects the unknown request %j on both channels',
    async (name) => {
      for (const channel of Object.values(requestChannels)) {
        const ipc = openIpc()
        expect(await ipc.ask(name, undefined, page, channel)).toMatchObject({ ok: false, message: refusedRequest })
        expect(ipc.asked).toEqual([])
      }
    }
  )

  it('rejects requests with paths from the page, and every other request on the preload script’s channel', async () => {
    const ipc = openIpc()
    for (const name of pathNames)
      expect(await ipc.ask(name, { path: '/etc/passwd' }, page, requestChannels.page)).toMatchObject({ message: refusedRequest })
    for (const name of pageNames)
      expect(await ipc.ask(name, undefined, page, requestChannels.path)).toMatchObject({ message: refusedRequest })
    expect(ipc.asked).toEqual([])
    expect(await ipc.ask('media.inspect', { path: '/a.png' })).toEqual({ ok: true, value: 'media.inspect' })
  })

  it('doesn’t log a name that a sender made up', async () => {
    const ipc = openIpc()
    await ipc.ask('sk-secret-1 in a name', undefined)
    await ipc.ask('sk-secret-1 in a name', undefined, { ...page, isMainFrame: false })
    expect(ipc.logged).toHaveLength(2)
    expect(ipc.logged.join()).not.toContain('secret')
  })

  it.each([
    ['a window that main did not open', { ...page, isOwnWindow: false }],
    ['a frame inside the page', { ...page, isMainFrame: false }],
    ['a closed frame', { ...page, url: null }],
    ['another host', { ...page, url: 'app://other/' }],
    ['a host that begins like Kiln’s', { ...page, url: 'app://kiln.example.com/' }],
    ['another scheme', { ...page, url: 'https://kiln/' }],
    ['a file', { ...page, url: 'file:///app://kiln/' }],
    ['a blank page', { ...page, url: 'about:blank' }],
    ['a URL with a username', { ...page, url: 'app://someone@kiln/' }],
    ['a URL with a port', { ...page, url: 'app://kiln:8080/' }],
    ['an invalid URL', { ...page, url: 'kiln' }]
  ] as const)('rejects %s without running a handler', async (_who, sender) => {
    const ipc = openIpc()
    const names = [...pageNames, ...pathNames]
    for (const name of names) expect(await ipc.ask(name, undefined, sender)).toMatchObject({ ok: false, message: refusedRequest })
    expect(ipc.asked).toEqual([])
    expect(ipc.logged).toHaveLength(names.length)
  })

  it('answers the page at any of its own URLs', async () => {
    for (const url of ['app://kiln/', 'app://kiln/index.html', 'app://kiln/#/queue', 'app://kiln/?view=queue']) {
      expect(await openIpc().ask('task.list', undefined, { ...page, url })).toMatchObject({ ok: true })
    }
  })

  it.each([
    ['app.info', {}],
    ['account.connect', undefined],
    ['account.connect', { baseUrl: 'https://api.example.com' }],
    ['account.connect', { baseUrl: 'x'.repeat(2049), sealedKey: 'x', acceptWeakStorage: true }],
    ['account.connect', { baseUrl: 'https://api.example.com', sealedKey: 'x' }],
    ['account.connect', { baseUrl: 'https://api.example.com', sealedKey: 'x'.repeat(8193), acceptWeakStorage: true }],
    ['media.inspect', { path: '' }],
    ['media.inspect', { path: ['/etc/passwd'] }],
    ['task.submit', { capability: 'face-swap' }],
    ['task.submit', { capability: 'face-swap', values: [] }],
    ['task.submit', { capability: 'face-swap', values: { run: () => 1 } }],
    ['task.timeline', { id: '' }],
    ['task.cancel', { id: 7 }],
    ['task.hide', 'id'],
    ['result.saveAs', { id: 'x'.repeat(201) }],
    ['clipboard.writeText', { text: 'x'.repeat(200_001) }],
    ['settings.change', { theme: 'pink' }],
    ['settings.change', { favourites: Array.from({ length: 501 }, String) }]
  ])('rejects %s with %j', async (name, payload) => {
    const ipc = openIpc()
    expect(await ipc.ask(name, payload)).toEqual({
      ok: false,
      message: 'Kiln couldn’t read this request. Nothing was changed or sent. Try again.',
      advice: null,
      requestId: null,
      problems: []
    })
    expect(ipc.asked).toEqual([])
  })

  it.each<[what: string, name: string, payload: () => unknown]>([
    [
      'a circular object',
      'price.estimate',
      () => {
        const values: Record<string, unknown> = {}
        values['self'] = values
        return { capability: 'x', values }
      }
    ],
    ['lists a thousand deep', 'price.estimate', () => ({ capability: 'x', values: { deep: nested(1_000, (inner) => [inner]) } })],
    [
      'a small payload that expands to a trillion lists',
      'price.estimate',
      () => ({ capability: 'x', values: { wide: nested(40, (inner) => [inner, inner]) } })
    ],
    [
      'a sparse list with four billion entries',
      'price.estimate',
      () => ({ capability: 'x', values: { gap: Object.assign([], { length: 2 ** 32 - 1 }) } })
    ],
    ['bytes instead of a read-only list', 'library.trash', () => ({ keys: new Uint8Array([1]) })]
  ])('rejects %s before a handler runs', async (_what, name, payload) => {
    const ipc = openIpc()
    expect(await ipc.ask(name, payload())).toMatchObject({
      ok: false,
      message: 'Kiln couldn’t read this request. Nothing was changed or sent. Try again.'
    })
    expect(ipc.asked).toEqual([])
  })

  it('accepts as many keys as a library can have', async () => {
    const ipc = openIpc()
    expect(await ipc.ask('library.trash', { keys: Array.from({ length: 100_000 }, (_, place) => place + 1) })).toMatchObject({ ok: true })
  })

  it('passes on the contract’s fields and drops the rest', async () => {
    const ipc = openIpc()
    await ipc.ask('settings.change', { theme: 'dark', libraryFolder: '/etc' })
    expect(ipc.asked).toEqual([{ name: 'settings.change', input: { theme: 'dark' } }])
  })

  it('doesn’t log a rejected payload', async () => {
    const ipc = openIpc()
    await ipc.ask('account.connect', {
      baseUrl: 'https://api.example.com',
      sealedKey: ['a key that was not sealed'],
      acceptWeakStorage: false
    })
    expect(ipc.logged.join()).toContain('sealedKey')
    expect(ipc.logged.join()).not.toContain('a key that was not sealed')
  })

  it('doesn’t log unknown property names', async () => {
    const ipc = openIpc()
    await ipc.ask('price.estimate', { capability: 'x', values: { 'sk-secret-1 in a name': 1n } })
    expect(ipc.logged).toEqual(['ipc.payload-refused {"name":"price.estimate","where":"values.…"}'])
  })

  it('returns submission problems with their fields', async () => {
    const problems = [{ code: 'missing-prompt', params: {}, field: 'prompt', index: null }] as const
    const ipc = openIpc({ 'task.submit': new SubmissionError(problems) })
    expect(await ipc.ask('task.submit', { capability: 'x', values: {} })).toEqual({
      ok: false,
      message: 'Write a prompt.',
      advice: null,
      requestId: null,
      problems
    })
  })

  it('returns the text of a user-facing error', async () => {
    const problem = new UserFacingError('The key is not valid.', { advice: 'Enter another.', field: 'apiKey', requestId: 'req-1' })
    const ipc = openIpc({ 'account.connect': problem })
    expect(await ipc.ask('account.connect', { baseUrl: 'https://api.example.com', sealedKey: 'x', acceptWeakStorage: false })).toEqual({
      ok: false,
      message: 'The key is not valid.',
      advice: 'Enter another.',
      requestId: 'req-1',
      problems: [],
      field: 'apiKey'
    })
    expect(ipc.logged).toEqual([])
  })

  it.each([
    ['an Error', new TypeError('cannot read x of undefined at /home/someone/kiln')],
    ['a string', 'at /home/someone/kiln']
  ])('hides the details of %s from the page and logs them', async (_what, thrown) => {
    const ipc = openIpc({ 'task.list': thrown })
    const outcome = await ipc.ask('task.list', undefined)
    expect(outcome).toMatchObject({ ok: false, message: 'Something went wrong inside Kiln.', problems: [] })
    expect(JSON.stringify(outcome)).not.toContain('/home/someone')
    expect(ipc.logged.join()).toContain('/home/someone')
  })
})
