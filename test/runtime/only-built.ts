/** Asked by the language and by inspectors of any object; Electron's objects have none of them either. */
const askedOfAnyObject: ReadonlySet<string> = new Set(['then', 'toJSON', '$$typeof', 'asymmetricMatch'])

/** Says that a member of Electron has not been built here; a silent nothing would let tests pass that must not. */
export class NotBuiltError extends Error {
  constructor(member: string) {
    super(`stand-in: ${member} is not implemented`)
    this.name = 'NotBuiltError'
  }
}

/**
 * Shows `built` as the Electron type it stands for. Reading a member that is not there throws a NotBuiltError with its name.
 * Typing is checked where `built` is made (`implements Pick<…>`); here it is widened to the whole type.
 */
export function onlyBuilt<Whole extends object>(name: string, built: object): Whole {
  return new Proxy(built, {
    get(target, member, receiver) {
      if (typeof member === 'symbol' || member in target || askedOfAnyObject.has(member)) return Reflect.get(target, member, receiver)
      throw new NotBuiltError(`${name}.${member}`)
    }
  }) as Whole
}

/** An emitter that refuses listeners for events that could never come: `known` are those that happen, and those that rightly never do. */
export function refuseUnknownEvents(name: string, emitter: NodeJS.EventEmitter, known: readonly string[]): void {
  const knownEvents: ReadonlySet<string | symbol> = new Set([...known, 'newListener', 'removeListener'])
  emitter.on('newListener', (event) => {
    if (!knownEvents.has(event)) throw new NotBuiltError(`event '${String(event)}' of ${name}`)
  })
}
