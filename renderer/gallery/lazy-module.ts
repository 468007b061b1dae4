import { useEffect } from 'react'
import { create } from 'zustand'

/** A module that the first view doesn't need. It is loaded right after that view is shown. */
export type LazyModule<Module> = {
  /** Returns the module. Null until the module is loaded. Throws while rendering if loading failed. */
  readonly useModule: () => Module | null
  readonly loaded: () => Module | null
}

export function createLazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  const state = create<{ readonly module: Module | null; readonly error: Error | null }>(() => ({ module: null, error: null }))
  async function read(): Promise<void> {
    try {
      state.setState({ module: await load() })
    } catch (error) {
      state.setState({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  return {
    useModule: () => {
      const { module, error } = state()
      useEffect(() => {
        if (module === null) void read()
      }, [module])
      if (error !== null) throw error
      return module
    },
    loaded: () => state.getState().module
  }
}
