import { createLazyModule } from './lazy-module.ts'

/** Loads the search when it is first used. See `createLazyModule`. */
export const { useModule: useSearchModule, loaded: loadedSearchModule } = createLazyModule(() => import('./search/search.ts'))
