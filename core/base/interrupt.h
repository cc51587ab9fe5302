// Lets whoever runs the core stop it from outside: a long loop asks now and then.
//
//   for (...) { check_interrupt(); ... }                // throws what the hook throws
//
// Only the thread that set the hook is ever stopped (Python's main thread: Ctrl-C is its to see),
// and it looks at most about twenty times a second; for all others, and without a hook, asking is a
// comparison or two.
#pragma once

namespace manyways {

using InterruptHook = void (*)();

// Called once, by the thread that is to be stopped.
void set_interrupt_hook(InterruptHook hook);
void check_interrupt();

}  // namespace manyways
