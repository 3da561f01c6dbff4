// The scripts of a table's phone, as one file.
"use strict";
// @import "kept.js";
// @import "entries.js";
// @import "table.js";
// @import "score.js";
// @import "seats.js";
// @import "js/awake.js";
