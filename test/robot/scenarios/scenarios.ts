import { libraryScenarios } from './library-scenarios.ts'
import { billingScenarios } from './billing-scenarios.ts'
import type { Scenario } from './scenario.ts'

export const scenarios: readonly Scenario[] = [...billingScenarios, ...libraryScenarios]
