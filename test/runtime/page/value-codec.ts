export type ValueCodec = {
  /**
   * Encodes a structured-cloneable value as JSON. Throws `An object could not be cloned.` for functions, symbols, promises and proxies.
   * Also throws for platform objects such as a Response or a Blob.
   */
  readonly encode: (value: unknown) => string
  readonly decode: (text: string) => unknown
}

/**
 * Creates a codec that encodes every structured-cloneable value as JSON, including identity and cycles. It transfers values between Node
 * and a page.
 * JSON strings, finite numbers, booleans, null and plain objects represent themselves. Every array consists of a tag and its content.
 * This function is injected into the page as source text. It must not use anything outside itself.
 */
export function createValueCodec(): ValueCodec {
  type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

  const viewKinds = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView
  ]
  const uncloned = (): Error => new Error('An object could not be cloned.')

  const toBase64 = (bytes: Uint8Array): string => {
    const step = 0x8000
    const pieces: string[] = []
    for (let start = 0; start < bytes.length; start += step) pieces.push(String.fromCharCode(...bytes.subarray(start, start + step)))
    return btoa(pieces.join(''))
  }
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
    const latin = atob(text)
    const bytes = new Uint8Array(latin.length)
    for (let index = 0; index < latin.length; index++) bytes[index] = latin.charCodeAt(index)
    return bytes
  }
  // Assigning to `__proto__` would set the prototype instead.
  const put = (object: object, key: string, value: unknown): void =>
    void Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })

  /**
   * Clones a value with the engine's own algorithm, because only that algorithm detects proxies. It also converts class instances to plain
   * objects.
   */
  const clone = (value: unknown): unknown => {
    try {
      return structuredClone(value)
    } catch (error) {
      throw error instanceof DOMException && error.name === 'DataCloneError' ? uncloned() : error
    }
  }

  const encode = (root: unknown): string => {
    const seen = new Map<object, number>()

    const walkObject = (value: object): Json => {
      const earlier = seen.get(value)
      if (earlier !== undefined) return ['same', earlier]
      seen.set(value, seen.size)
      if (Array.isArray(value)) return ['array', ...value.map(walk)]
      if (value instanceof Date) return ['date', walk(value.getTime())]
      if (value instanceof RegExp) return ['regexp', value.source, value.flags]
      if (value instanceof Map) return ['map', ...[...value].map(([key, item]) => [walk(key), walk(item)])]
      if (value instanceof Set) return ['set', ...[...value].map(walk)]
      if (value instanceof ArrayBuffer) return ['buffer', toBase64(new Uint8Array(value))]
      if (ArrayBuffer.isView(value)) {
        // Node's Buffer is encoded as a Uint8Array.
        const kind = viewKinds.findIndex((Kind) => value instanceof Kind)
        return ['view', kind, toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))]
      }
      if (value instanceof Error) return ['error', value.name, value.message, value.stack ?? '']
      // Any object that isn't plain after cloning is a platform object. `structuredClone` accepts some of these, but Electron's serialiser
      // accepts none.
      if (Object.getPrototypeOf(value) !== Object.prototype) throw uncloned()
      const plain = {}
      for (const [key, item] of Object.entries(value)) put(plain, key, walk(item))
      return plain
    }

    const walk = (value: unknown): Json => {
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value
        case 'number':
          return Number.isFinite(value) && !Object.is(value, -0) ? value : ['number', Object.is(value, -0) ? '-0' : String(value)]
        case 'undefined':
          return ['undefined']
        case 'bigint':
          return ['bigint', String(value)]
        case 'object':
          return value === null ? null : walkObject(value)
        default:
          throw uncloned()
      }
    }
    return JSON.stringify(walk(clone(root)))
  }

  const decode = (text: string): unknown => {
    const seen: object[] = []
    const keep = <T extends object>(object: T): T => {
      seen.push(object)
      return object
    }

    const walkTagged = (tag: Json | undefined, parts: readonly Json[]): unknown => {
      const first = parts[0] as never
      switch (tag) {
        case 'undefined':
          return undefined
        case 'number':
          return Number(first)
        case 'bigint':
          return BigInt(first)
        case 'same':
          return seen[first]
        case 'array': {
          const array = keep<unknown[]>([])
          for (const part of parts) array.push(walk(part))
          return array
        }
        case 'date':
          return keep(new Date(walk(first) as number))
        case 'regexp':
          return keep(new RegExp(first, parts[1] as string))
        case 'map': {
          const map = keep(new Map())
          for (const part of parts as readonly (readonly Json[])[]) map.set(walk(part[0] as Json), walk(part[1] as Json))
          return map
        }
        case 'set': {
          const set = keep(new Set())
          for (const part of parts) set.add(walk(part))
          return set
        }
        case 'buffer':
          return keep(fromBase64(first).buffer)
        case 'view':
          return keep(new (viewKinds[first] as Uint8ArrayConstructor)(fromBase64(parts[1] as string).buffer))
        case 'error': {
          const error = keep(new Error(parts[1] as string))
          Object.defineProperty(error, 'name', { value: first, writable: true, configurable: true })
          Object.defineProperty(error, 'stack', { value: parts[2], writable: true, configurable: true })
          return error
        }
        default:
          throw new Error(`stand-in: a value of unknown kind ${String(tag)}`)
      }
    }

    const walk = (value: Json): unknown => {
      if (Array.isArray(value)) return walkTagged(value[0], value.slice(1))
      if (typeof value !== 'object' || value === null) return value
      const plain = keep({})
      for (const [key, item] of Object.entries(value)) put(plain, key, walk(item))
      return plain
    }
    return walk(JSON.parse(text) as Json)
  }

  return { encode, decode }
}
