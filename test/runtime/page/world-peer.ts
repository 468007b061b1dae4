/** Connection from one of a page's two JavaScript worlds to the other. Calls are synchronous. */
export type WorldPeer = {
  /** Registers a handler for calls with this name from the other world. */
  readonly handle: (name: string, answer: (...values: readonly unknown[]) => unknown) => void
  /** Calls the other world and rethrows its errors. */
  readonly ask: (name: string, ...values: readonly unknown[]) => unknown
}

/**
 * Connects the page's own world and the isolated world. Each world dispatches events on the shared document, and the other world receives
 * them. The browser clones each event's `detail`. Functions and promises are passed as numeric IDs.
 * The connection doesn't protect against a hostile page. Such a page could patch the functions that the connection uses. Tests of the
 * connection therefore don't prove isolation.
 * This function is injected into the page as source text. It must not use anything outside itself. `heardHere` and `heardThere`: the event
 * names that this world and the other world listen for.
 */
export function createWorldPeer(heardHere: string, heardThere: string): WorldPeer {
  type Parcel =
    | { readonly kind: 'value'; readonly value: unknown }
    | { readonly kind: 'error'; readonly message: string; readonly stack: string }
    | { readonly kind: 'array'; readonly items: readonly Parcel[] }
    | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Parcel])[] }
    | { readonly kind: 'function' | 'promise'; readonly id: number }
    /**
     * An array or object that already occurred in this value. `index`: its position among the arrays and objects, in order of first
     * occurrence.
     */
    | { readonly kind: 'same'; readonly index: number }
  type Letter =
    | { readonly kind: 'ask'; readonly name: string; readonly values: readonly Parcel[] }
    | { readonly kind: 'call'; readonly id: number; readonly values: readonly Parcel[] }
    | { readonly kind: 'settle'; readonly id: number; readonly isFulfilled: boolean; readonly value: Parcel }
    | { readonly kind: 'returned' | 'thrown'; readonly value: Parcel }
  type AnyFunction = (...values: readonly unknown[]) => unknown

  const handlers = new Map<string, AnyFunction>()
  const functions: AnyFunction[] = []
  const functionIds = new Map<AnyFunction, number>()
  const unsettled = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>()
  let promisesSent = 0
  let answer: Letter | null = null

  const post = (letter: Letter): void => void document.dispatchEvent(new CustomEvent(heardThere, { detail: letter }))

  const pack = (value: unknown): Parcel => {
    refuseProxies(value)
    return packWithin(value, new Map(), 0)
  }

  /** Throws if `value` is a proxy of an object or array, as Electron does. Only the engine can detect a proxy, by failing to clone it. */
  const refuseProxies = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    try {
      structuredClone(value)
    } catch (error) {
      if (/(?:#<(?:Object|Array)>|\[object (?:Object|Array)\]) could not be cloned/.test(String(error)))
        throw new Error('An object could not be cloned.', { cause: error })
    }
  }

  const packWithin = (value: unknown, met: Map<unknown, number>, depth: number): Parcel => {
    // The limit is kMaxRecursion in electron_api_context_bridge.cc.
    if (depth >= 1000)
      throw new TypeError('Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.')
    if (typeof value === 'function') {
      const known = functionIds.get(value as AnyFunction)
      if (known !== undefined) return { kind: 'function', id: known }
      functionIds.set(value as AnyFunction, functions.push(value as AnyFunction) - 1)
      return { kind: 'function', id: functions.length - 1 }
    }
    if (value instanceof Promise) {
      const id = ++promisesSent
      value.then(
        (result) => post({ kind: 'settle', id, isFulfilled: true, value: pack(result) }),
        (error) => post({ kind: 'settle', id, isFulfilled: false, value: pack(error) })
      )
      return { kind: 'promise', id }
    }
    if (value instanceof Error) return { kind: 'error', message: value.message, stack: value.stack ?? '' }
    const isArray = Array.isArray(value)
    // A class instance is passed as a plain object with its own members, without its prototype.
    const isPlain = Object.prototype.toString.call(value) === '[object Object]'
    if (!isArray && !isPlain) return { kind: 'value', value }
    const index = met.get(value)
    if (index !== undefined) return { kind: 'same', index }
    met.set(value, met.size)
    if (isArray) return { kind: 'array', items: value.map((item) => packWithin(item, met, depth + 1)) }
    return {
      kind: 'object',
      entries: Object.entries(value as object).map(([key, item]) => [key, packWithin(item, met, depth + 1)] as const)
    }
  }

  const unpack = (parcel: Parcel): unknown => unpackWithin(parcel, [])

  const unpackWithin = (parcel: Parcel, met: unknown[]): unknown => {
    switch (parcel.kind) {
      case 'value':
        return parcel.value
      case 'error': {
        const error = new Error(parcel.message)
        error.stack = parcel.stack
        return error
      }
      case 'array': {
        const array: unknown[] = []
        met.push(array)
        for (const item of parcel.items) array.push(unpackWithin(item, met))
        return array
      }
      case 'object': {
        const object = {}
        met.push(object)
        for (const [key, item] of parcel.entries)
          Object.defineProperty(object, key, { value: unpackWithin(item, met), writable: true, enumerable: true, configurable: true })
        return object
      }
      case 'same':
        return met[parcel.index]
      case 'function':
        return (...values: readonly unknown[]) => converse({ kind: 'call', id: parcel.id, values: values.map((value) => pack(value)) })
      case 'promise':
        return new Promise((resolve, reject) => unsettled.set(parcel.id, { resolve, reject }))
    }
  }

  const converse = (letter: Letter): unknown => {
    answer = null
    post(letter)
    const heard = answer as Letter | null
    answer = null
    if (heard?.kind === 'returned') return unpack(heard.value)
    if (heard?.kind === 'thrown') throw unpack(heard.value)
    // The response is missing, because the browser doesn't pass a `detail` that it can't clone.
    throw new Error('An object could not be cloned.')
  }

  const respond = (run: () => unknown): void => {
    let letter: Letter
    try {
      letter = { kind: 'returned', value: pack(run()) }
    } catch (error) {
      letter = { kind: 'thrown', value: pack(error) }
    }
    post(letter)
  }

  document.addEventListener(heardHere, (event) => {
    const letter = (event as CustomEvent<Letter | null>).detail
    if (letter === null) return undefined
    switch (letter.kind) {
      case 'ask':
        return respond(() => handlers.get(letter.name)?.(...letter.values.map((value) => unpack(value))))
      case 'call':
        return respond(() => functions[letter.id]?.(...letter.values.map((value) => unpack(value))))
      case 'settle': {
        const waiting = unsettled.get(letter.id)
        unsettled.delete(letter.id)
        return letter.isFulfilled ? waiting?.resolve(unpack(letter.value)) : waiting?.reject(unpack(letter.value))
      }
      case 'returned':
      case 'thrown':
        answer = letter
    }
  })

  return {
    handle: (name, run) => void handlers.set(name, run),
    ask: (name, ...values) => converse({ kind: 'ask', name, values: values.map((value) => pack(value)) })
  }
}
