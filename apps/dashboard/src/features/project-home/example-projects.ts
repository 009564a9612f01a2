export type ExampleProject = {
  readonly framework: string
  readonly title: string
  readonly description: string
  readonly url: string
  readonly type: 'app' | 'mobile'
}

// Other people's repositories, opened in a new tab. They talk to a project by the client library
// that Plinth's gateway is compatible with.
const MONOREPO = 'https://github.com/supabase/supabase/tree/master/examples'

export const EXAMPLE_PROJECTS = [
  {
    framework: 'Svelte',
    title: 'Svelte kanban',
    description: 'A board of cards and columns, kept in the database.',
    url: 'https://github.com/joshnuss/supabase-kanban',
    type: 'app',
  },
  {
    framework: 'Next.js',
    title: 'Next.js chat',
    description: 'Channels and messages that arrive as they are written.',
    url: `${MONOREPO}/slack-clone/nextjs-slack-clone`,
    type: 'app',
  },
  {
    framework: 'Next.js',
    title: 'Next.js SaaS starter',
    description: 'Accounts, plans and payments to begin a product with.',
    url: 'https://github.com/vercel/nextjs-subscription-payments',
    type: 'app',
  },
  {
    framework: 'Expo',
    title: 'Expo starter',
    description: 'A phone app with tabs and signing in, in TypeScript.',
    url: 'https://github.com/codingki/react-native-expo-template/tree/master/template-typescript-bottom-tabs-supabase-auth-flow',
    type: 'mobile',
  },
  {
    framework: 'NestJS',
    title: 'NestJS auth',
    description: 'A server that trusts the users your project signs in.',
    url: 'https://github.com/hiro1107/nestjs-supabase-auth',
    type: 'app',
  },
  {
    framework: 'React',
    title: 'React chat',
    description: 'One room for everybody, live.',
    url: 'https://github.com/shwosner/realtime-chat-supabase-react',
    type: 'app',
  },
  {
    framework: 'Next.js',
    title: 'Next.js todo',
    description: 'A list of one’s own, guarded row by row.',
    url: `${MONOREPO}/todo-list/nextjs-todo-list`,
    type: 'app',
  },
  {
    framework: 'Svelte',
    title: 'Svelte todo',
    description: 'The same list, written with Svelte.',
    url: `${MONOREPO}/todo-list/sveltejs-todo-list`,
    type: 'app',
  },
  {
    framework: 'Flutter',
    title: 'Flutter chat',
    description: 'Messages between phones, with row level security.',
    url: 'https://github.com/supabase-community/flutter-chat',
    type: 'mobile',
  },
  {
    framework: 'Swift',
    title: 'Swift user management',
    description: 'Profiles with pictures, in SwiftUI.',
    url: `${MONOREPO}/user-management/swift-user-management`,
    type: 'mobile',
  },
  {
    framework: 'Swift',
    title: 'Swift Slack clone',
    description: 'Channels, messages and who is there, in SwiftUI.',
    url: 'https://github.com/supabase/supabase-swift/tree/main/Examples/SlackClone',
    type: 'mobile',
  },
  {
    framework: 'Flutter',
    title: 'Flutter MFA',
    description: 'Signing in with a second factor.',
    url: `${MONOREPO}/auth/flutter-mfa`,
    type: 'mobile',
  },
  {
    framework: 'NuxtJS',
    title: 'NuxtJS todo',
    description: 'The todo list once more, with Vue on the server too.',
    url: `${MONOREPO}/todo-list/nuxt3-todo-list`,
    type: 'app',
  },
] as const satisfies readonly ExampleProject[]
