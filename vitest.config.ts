import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Tests read the packages' sources, so a test never runs against a stale build.
  resolve: { conditions: ['@clawstead/source', 'node', 'default'] },
  ssr: { resolve: { conditions: ['@clawstead/source', 'node', 'default'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/e2e/**/*.test.ts',
      'scripts/**/*.test.ts',
      'examples/**/*.test.ts',
      'simulation/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Its sources are TypeScript too, and Node must not be handed those.
    server: { deps: { inline: ['@modelcontextprotocol/client', 'eventsource', 'eventsource-parser'] } },
  },
})
