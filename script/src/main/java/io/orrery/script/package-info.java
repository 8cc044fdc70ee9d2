/// Runs stored procedures, triggers and user-defined functions: JavaScript that clients wrote, in a
/// sandbox. The only room that knows the JavaScript engine, which it loads when the first script
/// comes.
///
/// Start with [io.orrery.script.Scripts]. What a script sees is `prelude.js`; the one way out of it
/// is [io.orrery.script.ScriptHost], where only texts pass. A script has a deadline, and budgets
/// for what it is handed, what it answers and what it logs; one that takes more ends with an error.
@NullMarked
package io.orrery.script;

import org.jspecify.annotations.NullMarked;
