// The camera's mount. What it looks like: part = "whole". What is printed: "foot", "elbow", "module", "hq",
// "tripod". Heights and lengths are in dimensions.scad, which `make hardware` writes from hardware/cameras.toml.
include <dimensions.scad>
include <parts.scad>

part = "whole";                 // or "foot", "elbow", "module", "hq", "tripod", "bed", "joint", "head"
camera = "camera-module-3";     // which of dimensions.scad
paper = "a3";

function first(list) = list[0];
chosen = first([for (row = mounts) if (row[0] == camera && row[1] == paper) row]);
fits = chosen[2];
height = chosen[3];             // from the mat to the lens
drop = chosen[4];               // from the arm's top to the lens
start = chosen[5];              // from the lens back to where the arm begins
upright = chosen[6];
arm = chosen[7];
back = chosen[8];               // from the mat's middle back to the upright
sees = chosen[9];               // half of what the camera sees on the mat
sheet = chosen[10];             // the paper
apart = lath + slack + wall;

INK = "#26302c";
PRINTED = "#d8a93c";
WOOD = "#c99f6b";

module marker(x, y) {
    translate([x * (sheet[0] / 2 - 24), y * (sheet[1] / 2 - 24), 0.6]) {
        color("white") cube([32, 32, 0.4], center = true);
        color("black") translate([0, 0, 0.3]) cube([24, 24, 0.4], center = true);
        color("white") translate([4 * x, -4 * y, 0.6]) cube([8, 8, 0.3], center = true);
    }
}

module mat() {
    color("white") translate([-sheet[0] / 2, -sheet[1] / 2, 0]) cube([sheet[0], sheet[1], 0.3]);
    color("#9ec2a8") translate([-sheet[0] / 2 + 12, -sheet[1] / 2 + 12, 0.2])
        cube([sheet[0] - 24, sheet[1] - 24, 0.4]);
    for (x = [-1, 1], y = [-1, 1]) marker(x, y);
}

// Laths outside of the paper that keep the dice on it.
module rim() {
    color(WOOD) difference() {
        translate([-sheet[0] / 2 - lath, -sheet[1] / 2 - lath, -0.1]) cube([sheet[0] + 2 * lath, sheet[1] + 2 * lath, lath]);
        translate([-sheet[0] / 2, -sheet[1] / 2, -1]) cube([sheet[0], sheet[1], lath + 2]);
    }
}

// A die whose upper face shows its first number.
module die(at, turn, face) {
    spots = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]],
        [[-1, -1], [-1, 1], [1, -1], [1, 1]], [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]]];
    translate([at[0], at[1], 8.6]) rotate(turn) {
        color("ivory") intersection() { cube(16, center = true); sphere(r = 11.6); }
        color("#1c1c1c") for (spot = spots[face]) translate([4.2 * spot[0], 4.2 * spot[1], 7.9])
            cylinder(r = 1.7, h = 0.3);
        color("#1c1c1c") for (spot = spots[3]) translate([4.2 * spot[0], -7.9, 4.2 * spot[1]])
            rotate([90, 0, 0]) cylinder(r = 1.7, h = 0.3);
        color("#1c1c1c") for (spot = spots[2]) translate([7.9, 4.2 * spot[0], 4.2 * spot[1]])
            rotate([0, 90, 0]) cylinder(r = 1.7, h = 0.3);
    }
}

// The camera, roughly, hanging from the top of its head.
module camera_body() {
    top = -wall - standoff;
    if (fits == "module") {
        color("#2f6b4f") translate([-12.5, -9.5, top - 1]) cube([25, 24, 1]);
        color("#222") translate([-4.3, -4.3, top - 5]) cube([8.6, 8.6, 4]);
        color("#111") translate([0, 0, -wall - drop]) cylinder(d = 7, h = 6);
        color("#d9d3bd") translate([-8, -13.4, top - 1]) cube([16, 0.5, standoff + wall + 4]);
        color("#d9d3bd") translate([-8, -13.4, 3]) cube([16, start + sleeve_long + 40, 0.5]);
    }
    if (fits == "hq") {
        color("#2f6b4f") translate([-19, -19, top - 1.5]) cube([38, 38, 1.5]);
        color("#333") translate([0, 0, top - 12]) cylinder(d = 36, h = 11);
        color("#111") translate([0, 0, -wall - drop]) cylinder(d = 30, h = drop - 15);
    }
    if (fits == "tripod") {
        color("#222") translate([-47, -15, -wall - drop]) cube([94, 29, 26]);
        color("#444") translate([-14, -8, -wall - drop + 26]) cube([28, start + 2, 9]);
    }
}

// What the camera sees: its four edges, and its picture on the mat.
module view() {
    ends = [for (x = [-1, 1], y = [-1, 1]) [x * sees[0], y * sees[1], 0.8]];
    color("#b8862b") {
        for (end = ends) hull() {
            translate([0, 0, height]) sphere(0.7, $fn = 8);
            translate(end) sphere(0.9, $fn = 8);
        }
        for (pair = [[0, 1], [1, 3], [3, 2], [2, 0]]) hull() for (k = pair) translate(ends[k]) sphere(0.9, $fn = 8);
    }
    color([0.85, 0.66, 0.2, 0.10]) hull() {
        translate([0, 0, height]) cube(0.1, center = true);
        for (end = ends) translate(end) cube(0.1, center = true);
    }
}

// An M4 screw with its head outside, as deep as it clamps; along x, its tip at the lath.
module clamp_screw() {
    color("#8d918e") rotate([0, 90, 0]) {
        cylinder(d = 4, h = 15);
        translate([0, 0, 15]) cylinder(d = 7, h = 3.5);
    }
}

// The Pi, roughly, its pins up, its back to the upright.
module pi() {
    color("#2f6b4f") cube([3, 56, 85]);
    color("#c9ccc9") for (y = [3, 21, 40]) translate([-14, y, -2]) cube([14, 13, 18]);
    color("#1d211f") translate([-8, 49, 25]) cube([8, 5, 50]);
}

// A button in a box.
module bell() {
    color("#3a3f3c") translate([-32, -32, -18]) cube([64, 64, 40]);
    color("#c94a3a") translate([0, 0, 22]) cylinder(d1 = 40, d2 = 36, h = 12);
    color("#3a3f3c") translate([0, 0, -16]) rotate([90, 0, 180]) cylinder(d = 4, h = 60);
}

// How upright and arm meet, close up.
module joint() {
    top = 66;
    color(WOOD) translate([-lath / 2, -lath / 2, 0]) cube([lath, lath, 120]);
    color(PRINTED) translate([0, 0, top - sleeve_long / 2]) elbow();
    color(WOOD) translate([apart - lath / 2, -100, top - lath / 2]) cube([lath, 150, lath]);
    translate([apart + lath / 2, 0, top]) clamp_screw();
    translate([-lath / 2, 0, top]) rotate(180) clamp_screw();
}

// A word beside a thing, its face to whoever looks, with a thin line to the thing.
module name(said, at, thing, turned, size = 15, align = "left") {
    color(INK) {
        translate(at) rotate(turned) linear_extrude(0.4) text(said, size = size, halign = align, valign = "center");
        hull() for (end = [at, thing]) translate(end) sphere(0.7, $fn = 8);
    }
}

module names() {
    turned = [62, 0, 28];       // as made.py looks at it
    top = height + drop;
    side = sheet[0] / 2 + 60;
    name(" upright", [90, back, height * 0.62], [-apart + lath / 2, back, height * 0.62], turned);
    name(" elbow", [90, back, top - 40], [30, back, top - 22], turned);
    name("arm ", [-110, back - 40, top + 10], [-lath / 2, back / 2 + 20, top - 8], turned, align = "right");
    name("head ", [-130, 0, top + 6], [-16, start + 6, top], turned, align = "right");
    name(" foot", [90, back + 10, 30], [20, back - 10, 10], turned);
    name("rim ", [-side - 40, 40, 30], [-sheet[0] / 2 - lath / 2, 20, lath], turned, align = "right");
    name("the Pi ", [-140, back, height * 0.3], [-apart - 20, back - 10, height * 0.5], turned, align = "right");
}

module whole() {
    top = height + drop;        // of the arm
    depth = back + 70;
    color("#e8dcc3") translate([-sheet[0] / 2 - 40, -sheet[1] / 2 - 30, -18])
        cube([sheet[0] + 80, sheet[1] / 2 + 30 + depth, 17.8]);
    mat();
    rim();
    die([-70, -30], 20, 5);
    die([24, 46], 65, 3);
    die([88, -62], -15, 4);
    color(PRINTED) translate([-apart, back, 0]) foot();
    color(WOOD) translate([-apart - lath / 2, back - lath / 2, 0]) cube([lath, lath, upright]);
    color(PRINTED) translate([-apart, back, top - lath / 2 - sleeve_long / 2]) elbow();
    color(WOOD) translate([-lath / 2, start, top - lath]) cube([lath, arm, lath]);
    color(PRINTED) translate([0, 0, top + wall]) head(fits, start);
    translate([0, 0, top + wall]) camera_body();
    translate([-apart - lath / 2 - 5, back - 28, height * 0.45]) pi();
    translate([sheet[0] / 2 + 90, -sheet[1] / 2 + 70, 0]) bell();
    names();
    view();                     // last, or what is behind it is not seen
}

// A part as it lies on the printer's bed.
module printed(name) {
    if (name == "foot") foot();
    else if (name == "elbow") elbow();
    else rotate([180, 0, 0]) head(name, first([for (row = heads) if (row[0] == name) row[1]]));
}

module bed() {
    color(PRINTED) {
        printed("foot");
        translate([110, -10, 0]) printed("elbow");
        translate([195, -35, 0]) rotate(180) printed("module");
        translate([275, -35, 0]) rotate(180) printed("hq");
        translate([360, -45, 0]) rotate(180) printed("tripod");
    }
    for (word = [["foot", 0, -62], ["elbow", 122, -52], ["module", 195, -92], ["hq", 275, -98], ["tripod", 360, -82]])
        color(INK) translate([word[1], word[2], 0]) linear_extrude(0.4) text(word[0], size = 15, halign = "center", valign = "top");
}

if (part == "whole") whole();
else if (part == "bed") bed();
else if (part == "joint") joint();
else if (part == "head") { color(PRINTED) head(fits, start); camera_body(); }
else printed(part);
