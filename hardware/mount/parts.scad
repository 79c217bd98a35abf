// The printed parts of the mount. All lengths in millimetres.
// Three of them are printed: a foot, an elbow, and the head that fits the camera. Laths of wood or aluminium,
// `lath` millimetres square, make the rest. Everything prints without supports, lying as `printed()` lays it.

/* [What you have] */
lath = 20;          // edge of the square lath
slack = 0.4;        // what a sleeve is wider than the lath; more if your printer prints tight
/* [Strength] */
wall = 4;
screw = 4.4;        // hole for an M4 clamping screw
nut = 7.2;          // an M4 nut across its flats, and a little
nut_thick = 3.6;

$fn = 48;
inner = lath + slack;
outer = inner + 2 * wall;

foot_plate = 96;
foot_thick = 6;
foot_high = 60;
sleeve_long = 44;
standoff = 6;       // room for what is on the back of a camera's board

// A square tube along z, from z = 0, with clamping screws through the wall at +x.
module sleeve(length, screws) {
    difference() {
        translate([-outer / 2, -outer / 2, 0]) cube([outer, outer, length]);
        translate([-inner / 2, -inner / 2, -1]) cube([inner, inner, length + 2]);
    }
    for (z = screws) translate([outer / 2, 0, z]) boss();
}

// Thickens a wall at +x so that a nut has room in it; the hole goes through in clamp().
module boss() {
    translate([-0.01, -8, -8]) cube([nut_thick + 2, 16, 16]);
}

// The screw's hole and, open at one side, the nut's pocket.
module clamp(z) {
    translate([0, 0, z]) {
        rotate([0, 90, 0]) cylinder(d = screw, h = outer);
        translate([outer / 2, -nut / 2, -nut / 2]) cube([nut_thick, nut, nut / 2 + 9]);
    }
}

// A triangle that stiffens the corner between a plate and a tube: legs along +x and +z, `thick` wide.
module gusset(legs, high, thick = 5) {
    translate([0, thick / 2, 0]) rotate([90, 0, 0])
        linear_extrude(thick) polygon([[0, 0], [legs, 0], [0, high]]);
}

// Holds the upright on a board; four wood screws.
module foot() {
    difference() {
        union() {
            translate([-foot_plate / 2, -foot_plate / 2, 0]) rounded(foot_plate, foot_plate, foot_thick, 8);
            sleeve(foot_high, [foot_high - 14]);
            for (turn = [0 : 90 : 270]) rotate(turn) translate([outer / 2, 0, foot_thick])
                gusset((foot_plate - outer) / 2 - 4, foot_high - 32);
        }
        // The lath stands on the board itself.
        translate([-inner / 2, -inner / 2, -1]) cube([inner, inner, foot_high + 2]);
        clamp(foot_high - 14);
        for (x = [-1, 1], y = [-1, 1]) translate([x * (foot_plate / 2 - 11), y * (foot_plate / 2 - 11), -1]) {
            cylinder(d = 4.5, h = foot_thick + 2);
            translate([0, 0, foot_thick - 1.5]) cylinder(d1 = 4.5, d2 = 9.5, h = 2.6);
        }
    }
}

// Joins the upright (along z) and the arm (along y, beside it), each of which slides until it is clamped.
module elbow() {
    apart = lath + slack + wall;    // from one lath's middle to the other's
    difference() {
        union() {
            sleeve(sleeve_long, []);
            translate([apart, sleeve_long / 2, sleeve_long / 2]) rotate([90, 0, 0]) sleeve(sleeve_long, []);
            translate([-outer / 2, 0, sleeve_long / 2]) rotate([0, 0, 180]) boss();
            translate([apart + outer / 2, 0, sleeve_long / 2]) boss();
        }
        translate([-inner / 2, -inner / 2, -1]) cube([inner, inner, sleeve_long + 2]);
        translate([apart, sleeve_long, sleeve_long / 2]) rotate([90, 0, 0])
            translate([-inner / 2, -inner / 2, 0]) cube([inner, inner, 2 * sleeve_long]);
        translate([0, 0, 0]) rotate(180) clamp(sleeve_long / 2);
        translate([apart, 0, 0]) clamp(sleeve_long / 2);
    }
}

// Every head: a plate at the top, from the front over the lens (x = y = 0) to the sleeve's end, the sleeve under
// it along y. z = 0 is the top, which lies on the printer's bed. start: where the sleeve begins behind the lens.
module head_body(width, front, start) {
    wide = max(width, outer);
    translate([-wide / 2, front, -wall]) rounded(wide, start + 2 * wall - front, wall, 4);
    translate([-outer / 2, start - wall, -wall]) cube([outer, sleeve_long + wall, wall]);
    translate([0, start + sleeve_long, -outer / 2]) rotate([90, 0, 0]) sleeve(sleeve_long, [sleeve_long / 2]);
}
module head_clamp(start) {
    translate([0, start + sleeve_long / 2, -outer / 2]) rotate([0, 0, 0]) clamp_down();
    translate([-inner / 2, start - 0.01, -outer / 2 - inner / 2]) cube([inner, sleeve_long + 1, inner]);
}
// As clamp(), the nut's pocket open to below.
module clamp_down() {
    rotate([0, 90, 0]) cylinder(d = screw, h = outer);
    translate([outer / 2, -nut / 2, -9]) cube([nut_thick, nut, nut / 2 + 9]);
}

// A head with four posts under it, for a bare board. holes: where the posts are, from the lens; hole: of the
// screws; size, middle: the board's. The ribbon cable leaves the board at the front, goes up through the slot
// and back along the arm.
module board_head(holes, hole, size, middle, start) {
    front = middle[1] - size[1] / 2;
    difference() {
        union() {
            head_body(size[0] + 8, front - 9, start);
            for (at = holes) translate([at[0], at[1], -wall - standoff]) cylinder(d = hole + 3.4, h = standoff + 0.01);
        }
        head_clamp(start);
        translate([-9, front - 4.5, -wall - 1]) cube([18, 2.6, wall + 2]);
        for (at = holes) translate([at[0], at[1], 0]) {
            translate([0, 0, -wall - standoff - 1]) cylinder(d = hole, h = standoff + wall + 2);
            translate([0, 0, -1.6]) cylinder(d = 2.1 * hole, h = 2);
        }
    }
}

// Camera Module 2, 3 and 3 Wide: 25 by 24 mm, four holes of 2.2 mm, 21 by 12.5 mm apart, the lens on the
// line of the two that are nearer to the cable.
module head_module(start) {
    board_head([for (x = [-10.5, 10.5], y = [0, 12.5]) [x, y]], 2.4, [25, 24], [0, 2.5], start);
}

// HQ Camera: 38 by 38 mm, four holes of 2.5 mm, 30 mm apart, the lens in the middle.
module head_hq(start) {
    board_head([for (x = [-15, 15], y = [-15, 15]) [x, y]], 2.8, [38, 38], [0, 0], start);
}

// A camera with a tripod's thread (1/4 inch) in its foot, which lies against the front of a plate that hangs
// down; the screw comes from behind.
module head_tripod(start) {
    thick = 6;
    high = outer + 34;
    difference() {
        union() {
            head_body(outer, start - thick, start);
            translate([-outer / 2, start - thick, -high]) cube([outer, thick + 0.01, high]);
            for (x = [-outer / 2 + 2, outer / 2 - 2]) translate([x, start, -outer + 0.01]) mirror([0, 0, 1])
                rotate(90) gusset(sleeve_long - 16, 26, 4);
        }
        head_clamp(start);
        hull() for (z = [-high + 8, -outer - 8]) translate([0, start - thick - 1, z])
            rotate([-90, 0, 0]) cylinder(d = 6.7, h = thick + 2);
    }
}

module head(fits, start) {
    if (fits == "module") head_module(start);
    if (fits == "hq") head_hq(start);
    if (fits == "tripod") head_tripod(start);
}

module rounded(width, depth, high, radius) {
    linear_extrude(high) translate([radius, radius]) offset(radius) square([width - 2 * radius, depth - 2 * radius]);
}
