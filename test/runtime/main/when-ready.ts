/**
 * Wraps `built`. As in Electron, calling a method or the constructor throws `message` before the app is ready. `except`: names of methods
 * that always work.
 */
export function throwUntilReady<Built extends object>(
  built: Built,
  isReady: () => boolean,
  message: string,
  except: readonly string[] = []
): Built {
  const assertReady = (): void => {
    if (!isReady()) throw new Error(message)
  }
  return new Proxy(built, {
    get: (target, member) => {
      const value: unknown = Reflect.get(target, member)
      if (typeof value !== 'function' || typeof member === 'symbol' || except.includes(member)) return value
      return (...values: unknown[]): unknown => {
        assertReady()
        return Reflect.apply(value, target, values)
      }
    },
    construct: (target, values, newTarget) => {
      assertReady()
      return Reflect.construct(target as new () => object, values, newTarget)
    }
  })
}
