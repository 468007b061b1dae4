/** Properties that the language and inspection tools read from any object. Electron's objects lack them too. */
const askedOfAnyObject: ReadonlySet<string> = new Set(['then', 'toJSON', '$$typeof', 'asymmetricMatch'])

/** Thrown for a member of Electron that the stand-in doesn't implement. If the member were silently undefined, broken tests could pass. */
export class NotImplementedError extends Error {
  constructor(member: string) {
    super(`stand-in: ${member} is not implemented`)
    this.name = 'NotImplementedError'
  }
}

/**
 * Exposes `built` as the Electron type that it partly implements. Reading a missing member throws a NotImplementedError with the member's
 * name. The members of `built` are type-checked where it is created (`implements Pick<…>`).
 */
export function throwOnMissingMembers<Whole extends object>(name: string, built: object): Whole {
  return new Proxy(built, {
    get(target, member, receiver) {
      if (typeof member === 'symbol' || member in target || askedOfAnyObject.has(member)) return Reflect.get(target, member, receiver)
      throw new NotImplementedError(`${name}.${member}`)
    }
  }) as Whole
}

/**
 * Makes an emitter throw if a listener is added for an unknown event. The stand-in never emits such an event. `known`: events that are
 * emitted, and events whose absence is harmless.
 */
export function rejectUnknownEvents(name: string, emitter: NodeJS.EventEmitter, known: readonly string[]): void {
  const knownEvents: ReadonlySet<string | symbol> = new Set([...known, 'newListener', 'removeListener'])
  emitter.on('newListener', (event) => {
    if (!knownEvents.has(event)) throw new NotImplementedError(`event '${String(event)}' of ${name}`)
  })
}
