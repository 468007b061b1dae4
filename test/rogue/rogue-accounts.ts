/** An account with its API keys. All accounts of a service have one origin. */
export type RogueAccount = {
  readonly id: string
  /** Returns the newest valid key. */
  readonly apiKey: () => string
  readonly addKey: () => string
  readonly revokeKey: (apiKey: string) => void
  /** Revokes every key. Creates and returns a new one. */
  readonly replaceKeys: () => string
}

export type RogueAccounts = {
  readonly create: (id: string) => RogueAccount
  /** Returns the account that a key belongs to. Null if the key isn't valid. */
  readonly ofKey: (apiKey: string) => RogueAccount | null
  /** True if a text contains an API key, even a revoked one. */
  readonly isKeyIn: (text: string) => boolean
}

export function createRogueAccounts(random: () => number): RogueAccounts {
  const owners = new Map<string, RogueAccount>()
  const everMade = new Set<string>()

  function create(id: string): RogueAccount {
    const keys: string[] = []
    const account: RogueAccount = {
      id,
      apiKey: () => keys.at(-1) ?? '',
      addKey: () => {
        const apiKey = `sk-rogue-${id}-${Math.floor(random() * 2 ** 48).toString(36)}`
        keys.push(apiKey)
        owners.set(apiKey, account)
        everMade.add(apiKey)
        return apiKey
      },
      revokeKey: (apiKey) => {
        owners.delete(apiKey)
        keys.splice(0, keys.length, ...keys.filter((key) => key !== apiKey))
      },
      replaceKeys: () => {
        for (const key of [...keys]) account.revokeKey(key)
        return account.addKey()
      }
    }
    account.addKey()
    return account
  }

  return {
    create,
    ofKey: (apiKey) => owners.get(apiKey) ?? null,
    isKeyIn: (text) => [...everMade].some((key) => text.includes(key))
  }
}
