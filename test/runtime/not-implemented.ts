/** Properties that the language and inspection tools read from any object. Electron's objects lack them too. */
const askedOfAnyObject: ReadonlySet<string> = new Set(['then', 'toJSON', '$$typeof', 'asymmetricMatch'])

/** Reports a member of Electron that isn't implemented here. If it were silently undefined, broken tests could pass. */
export class NotImplementedError extends Error {
  constructor(member: string) {
    super(`stand-in: ${member} is not implemented`)
    this.name = 'NotImplementedError'
  }
}

/**
 * Exposes `built` as the Electron type that it implements. Reading a missing member throws a NotImplementedError with its name. `built` is
 * type-checked where it is created (`implements Pick<…>`). Here it is widened to the whole type.
 */
export function implementedOnly<Whole extends object>(name: string, built: object): Whole {
  return new Proxy(built, {
    get(target, member, receiver) {
      if (typeof member === 'symbol' || member in target || askedOfAnyObject.has(member)) return Reflect.get(target, member, receiver)
      throw new NotImplementedError(`${name}.${member}`)
    }
  }) as Whole
}

/**
 * Makes an emitter reject listeners for events that are never emitted here. `known`: events that are emitted, and events that don't need to
 * be.
 */
export function refuseUnknownEvents(name: string, emitter: NodeJS.EventEmitter, known: readonly string[]): void {
  const knownEvents: ReadonlySet<string | symbol> = new Set([...known, 'newListener', 'removeListener'])
  emitter.on('newListener', (event) => {
    if (!knownEvents.has(event)) throw new NotImplementedError(`event '${String(event)}' of ${name}`)
  })
}
