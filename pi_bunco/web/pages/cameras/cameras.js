// Tables and cameras.
import "../../static/js/desk.js";
